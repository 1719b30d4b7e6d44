"""Functions of databases that do more than compute: a SELECT may call them."""

from __future__ import annotations

from sandgate.policy.risk.levels import Risk, Weighed, changes, leaks
from sandgate.policy.risk.words import parts, wordset

_CHANGING: dict[Risk, str] = {
    "critical": """
        xp_cmdshell sys_exec sys_eval load_extension dblink_exec pg_file_write pg_execute_server_program
        sp_oacreate sp_oamethod lo_export pg_promote
    """,
    "high": """
        pg_terminate_backend lo_unlink lo_import lo_create lo_put pg_reload_conf pg_rotate_logfile pg_switch_wal
        pg_drop_replication_slot pg_create_logical_replication_slot pg_create_physical_replication_slot sp_configure
        pg_file_unlink pg_file_rename query_to_xml pg_restore_relation_stats dblink_connect dblink writefile
        sp_executesql sp_rename sp_addlogin sp_addsrvrolemember pg_wal_replay_pause utl_http utl_file dbms_scheduler
        pg_logical_emit_message pg_import_system_collations pg_replication_origin_drop drop_chunks
    """,
    "medium": """
        setval nextval pg_cancel_backend set_config pg_notify pg_stat_reset pg_stat_statements_reset pg_advisory_lock
        pg_sleep sleep benchmark pg_advisory_xact_lock get_lock release_lock waitfor pg_stat_reset_shared
    """,
}
_READING: dict[Risk, str] = {
    "high": """
        pg_read_file pg_read_binary_file load_file pg_ls_dir lo_get readfile pg_stat_file xp_dirtree xp_fileexist
        pg_ls_logdir pg_ls_waldir openrowset opendatasource
    """,
}
_VERBS = wordset("""
    archive cancel create delete disable drop enable erase grant insert kill purge refresh remove reset revoke send
    terminate truncate update wipe
    """)
_HARMLESS = frozenset(("create_range", "insert_char", "drop_nulls"))

_CHANGES: dict[str, Risk] = {name: risk for risk, names in _CHANGING.items() for name in names.split()}
_READS: dict[str, Risk] = {name: risk for risk, names in _READING.items() for name in names.split()}


def weigh_function(name: str) -> Weighed | None:
    """`None` for one that computes, as far as its name tells."""
    if risk := _CHANGES.get(name):
        return changes(risk, f"calls {name}", False if risk != "medium" else None)
    if risk := _READS.get(name):
        return leaks(risk, f"calls {name}, which reads files of the database server")
    words = parts(name) if "_" in name else ()
    if len(words) > 1 and words[0] in _VERBS and name not in _HARMLESS:
        return changes("medium", f"calls {name}, which by its name changes data", None)
    return None
