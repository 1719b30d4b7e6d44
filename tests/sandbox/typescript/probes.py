"""What a hostile TypeScript program tries. Each is the body of an async function that returns what it got, if anything.

Most are tried twice: as programs run, and with every permission of Deno's own given, so that the kernel's walls stand
alone. What Deno has no function for is then done through libc.
"""

from __future__ import annotations

SECRET = "/etc/passwd"

EVERYWHERE: dict[str, str] = {
    "read a file of the host": f"return Deno.readTextFileSync('{SECRET}')",
    "read a file of the host through node": f"return (await import('node:fs')).readFileSync('{SECRET}', 'utf8')",
    "read a file of the host by climbing": f"return Deno.readTextFileSync('workspace/../../..{SECRET}')",
    "import a file of the host": f"return await import('file://{SECRET}', {{ with: {{ type: 'json' }} }})",
    "read a file of the host through a link": (
        f"(await import('node:fs')).symlinkSync('{SECRET}', 'workspace/link')\n"
        "return Deno.readTextFileSync('workspace/link')"
    ),
    "list folders of the host": "return [...Deno.readDirSync('/etc')].map((one) => one.name)",
    "read the first process's environment": "return Deno.readTextFileSync('/proc/1/environ')",
    "walk through the first process's root": f"return Deno.readTextFileSync('/proc/1/root{SECRET}')",
    "read its own memory as a file": "return Deno.readFileSync('/proc/self/mem')",
    "learn where on the host its files lie": "return Deno.readTextFileSync('/proc/self/mountinfo')",
    "write to the wrappers": "Deno.writeTextFileSync('servers/_client.ts', 'x')\nreturn 'written'",
    "write to the guest's own code": "Deno.writeTextFileSync('guest/main.ts', 'x')\nreturn 'written'",
    "write to the root": "Deno.writeTextFileSync('/x', 'x')\nreturn 'written'",
    "replace the runtime": "Deno.writeTextFileSync('/commands/deno', 'x')\nreturn 'written'",
    "fetch from the network": "return (await fetch('http://127.0.0.1:80/')).status",
    "connect to an address": "return String(await Deno.connect({ hostname: '10.0.0.1', port: 80 }))",
    "connect to a socket of the host": (
        "return String(await Deno.connect({ transport: 'unix', path: '/var/run/docker.sock' }))"
    ),
    "listen for connections": "return String(Deno.listen({ hostname: '127.0.0.1', port: 0 }))",
    "send a datagram": (
        "const socket = (await import('node:dgram')).createSocket('udp4')\n"
        "return await new Promise((resolve, reject) => { socket.on('error', reject)\n"
        "  socket.bind(0, '127.0.0.1', () => { resolve(socket.address().port); socket.close() }) })"
    ),
    "look up a name": "return await Deno.resolveDns('example.com', 'A')",
    "import over the network": "return await import('https://127.0.0.1/x.ts')",
    "start a shell": "return new Deno.Command('/bin/sh', { args: ['-c', 'id'] }).outputSync().code",
    "start the runtime anew with all permissions": (
        "return new Deno.Command('/commands/deno', { args: ['eval', '--allow-all', '1'] }).outputSync().code"
    ),
    "start a program through node": (
        "return (await import('node:child_process')).execFileSync('/commands/deno', ['--version'])"
    ),
    "start a program it wrote": (
        "Deno.writeTextFileSync('/tmp/x', '#!/bin/sh', { mode: 0o755 })\n"
        "return new Deno.Command('/tmp/x').outputSync().code"
    ),
    "signal the first process": "Deno.kill(1, 'SIGKILL')\nreturn 'sent'",
    "make code out of text that sees more": f"return new Function('return Deno.readTextFileSync(\"{SECRET}\")')()",
    "reach the runtime's own operations": (
        "const core = (Deno as any)[(Deno as any).internal]?.core\n"
        f"return new TextDecoder().decode(core.ops.op_fs_read_file_sync('{SECRET}', 0))"
    ),
    "open the debugger": "const { open } = await import('node:inspector')\nopen(9229, '127.0.0.1')\nreturn 'open'",
}

WITHOUT_WALLS = (
    "read a file of the host",
    "read a file of the host through node",
    "list folders of the host",
    "learn where on the host its files lie",
    "listen for connections",
    "send a datagram",
    "start a shell",
    "make code out of text that sees more",
)
"""Those that get something wherever there are no walls, and do no harm."""

PERMISSIONS: dict[str, str] = {
    "load a native library": "return String(Deno.dlopen('libc.so.6', { getpid: { parameters: [], result: 'i32' } }))",
    "ask for a permission": (
        "const { state } = await Deno.permissions.request({ name: 'net' })\nreturn state === 'granted' ? state : ''"
    ),
    "read the environment": "return Deno.env.toObject()",
    "read the environment through node": "return { ...process.env }",
    "ask about the machine": "return [Deno.hostname(), Deno.networkInterfaces()]",
    "take a package from the network": "return await import('npm:lodash')",
}
"""What Deno's own permissions alone hold back."""

CALLS = """
const libc = Deno.dlopen('libc.so.6', { syscall: { parameters: ['i64', 'i64', 'i64', 'i64', 'i64'], result: 'i64' } })
const call = (number: number, ...values: (number | bigint)[]) =>
  Number(libc.symbols.syscall(BigInt(number), ...[0, 1, 2, 3].map((at) => BigInt(values[at] ?? 0))))
"""
KERNEL: dict[str, tuple[int, ...]] = {
    "fork": (57,),
    "vfork": (58,),
    "clone without a thread": (56, 17),
    "clone into a user namespace": (56, 0x10000011),
    "clone3": (435, 0, 88),
    "an internet socket": (41, 2, 1),
    "a socket of the host": (41, 1, 1),
    "a kernel socket": (41, 16, 3),
    "a new user namespace": (272, 0x10000000),
    "another's namespace": (308, 0, 0),
    "a mount": (165, 0, 0, 0),
    "another root": (161, 0),
    "tracing": (101, 0),
    "another process's memory": (310, 1, 0, 0),
    "io_uring": (425, 1, 0),
    "bpf": (321, 0, 0, 0),
    "userfaultfd": (323, 0),
    "perf": (298, 0, 0, 0),
    "a file by handle": (304, 0, 0, 0),
    "another user": (105, 0),
    "keys of the kernel": (250, 0, 0),
    "a program from memory": (322, 1, 0, 0),
    "a file in memory": (319, 0, 0),
    "another process's descriptor": (438, 3, 0, 0),
    "the clock": (227, 0, 0),
    "a module of the kernel": (313, 0, 0, 0),
}
"""System calls of x86-64 that must be refused, with arguments."""
