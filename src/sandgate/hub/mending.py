"""Tool lists that are off-spec, made valid: one odd tool would otherwise cost all tools of its server."""

from __future__ import annotations

from typing import Any, cast


def mend(result: dict[str, Any]) -> None:
    """Mend the tools of an answer in place; any other answer is left as it is."""
    tools: Any = result.get("tools")
    if not isinstance(tools, list):
        return
    objects = [cast("dict[str, Any]", tool) for tool in cast("list[object]", tools) if isinstance(tool, dict)]
    result["tools"] = [_mended_tool(tool) for tool in objects if isinstance(tool.get("name"), str)]


def _mended_tool(tool: dict[str, Any]) -> dict[str, Any]:
    schema = tool.get("inputSchema")
    tool["inputSchema"] = _mended_schema(cast("dict[str, Any]", schema) if isinstance(schema, dict) else {})
    output = tool.get("outputSchema")
    if output is not None and not (isinstance(output, dict) and cast("Any", output).get("type") == "object"):
        del tool["outputSchema"]
    for field, kind in (("description", str), ("title", str), ("annotations", dict), ("_meta", dict), ("icons", list)):
        if field in tool and not isinstance(tool[field], kind):
            del tool[field]
    return tool


def _mended_schema(schema: dict[str, Any]) -> dict[str, Any]:
    mended = {**schema, "type": "object"}
    properties, required = schema.get("properties", {}), schema.get("required", [])
    known = cast("dict[str, object]", properties).items() if isinstance(properties, dict) else ()
    mended["properties"] = {name: part if isinstance(part, dict) else {} for name, part in known}
    names = cast("list[object]", required) if isinstance(required, list) else []
    mended["required"] = [name for name in names if isinstance(name, str)]
    return mended
