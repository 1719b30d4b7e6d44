# Sandgate over HTTP. Build it and start it:
#
#   docker build -t sandgate .
#   docker run --rm -p 127.0.0.1:8700:8700 -e SANDGATE_TOKEN=... -v sandgate:/var/lib/sandgate \
#     --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined \
#     sandgate
#
# Why the three options: programs run behind namespaces of their own. The container's usual seccomp profile forbids
# `unshare` and `mount`, its AppArmor profile forbids `mount`, and its masked /proc keeps the kernel from giving a
# program a /proc of its own. They loosen the outer wall so that the inner one can stand; no capability is added and
# nothing runs as root. Without them Sandgate does not start, and says what is missing; on Linux 6.12 or newer
# `sandbox.minimum_level = "lite"` then gives walls without namespaces. What stands:
#
#   docker run --rm -e SANDGATE_TOKEN=x --security-opt ... sandgate doctor
#
# Servers that Sandgate starts (npx, uvx) are not in the image: build one on top of it that has them, or name remote
# ones in the settings.

FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels sandgate \
    && rm -rf /wheels \
    && useradd --uid 10001 --create-home sandgate \
    && install -d -o sandgate -g sandgate -m 700 /var/lib/sandgate
COPY release/container.toml /etc/sandgate/sandgate.toml
ENV SANDGATE_CONFIG=/etc/sandgate/sandgate.toml
USER sandgate
WORKDIR /home/sandgate
VOLUME /var/lib/sandgate
EXPOSE 8700
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import socket; socket.create_connection(('127.0.0.1', 8700), 3).close()"]
ENTRYPOINT ["sandgate"]
CMD ["serve", "--http"]
