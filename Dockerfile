# Sandgate over HTTP. Build it and start it:
#
#   docker build -t sandgate .
#   docker run --rm -p 127.0.0.1:8700:8700 -e SANDGATE_TOKEN=... -v sandgate:/var/lib/sandgate \
#     --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined \
#     --cap-drop ALL --security-opt no-new-privileges --read-only --tmpfs /tmp \
#     sandgate
#
# Why the first three options: programs run behind namespaces of their own. The container's usual seccomp profile
# forbids `unshare` and `mount`, its AppArmor profile forbids `mount`, and its covers over /proc keep the kernel from
# giving a program a /proc of its own. They loosen the outer wall so that the inner one can stand; no capability is
# added and nothing runs as root. Without them Sandgate does not start, and says what is missing. What stands:
#
#   docker run --rm -e SANDGATE_TOKEN=x --security-opt ... sandgate doctor
#
# Servers that Sandgate starts (npx, uvx) are not in the image: build one on top of it that has them, or name remote
# ones in the settings. docs/guides/deployment.md has the rest.
#
# BASE is any image with Python 3.11 or newer as `python3`, its `venv` module, and `useradd`.

ARG BASE=python:3.12-slim

FROM ${BASE} AS build
ARG EXTRAS=postgres
WORKDIR /source
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY src src
# The versions that were tested. Without their hashes, which pip would then want for Sandgate's own folder as well.
RUN sed -e '/--hash=/d' -e 's/ *\\$//' requirements.lock > versions.txt \
    && python3 -m venv /opt/sandgate \
    && /opt/sandgate/bin/pip install --no-cache-dir --constraint versions.txt ".[${EXTRAS}]"

FROM ${BASE}
COPY --from=build /opt/sandgate /opt/sandgate
RUN useradd --uid 10001 --create-home sandgate \
    && install -d -o sandgate -g sandgate -m 700 /var/lib/sandgate
COPY release/container.toml /etc/sandgate/sandgate.toml
ENV SANDGATE_CONFIG=/etc/sandgate/sandgate.toml PATH=/opt/sandgate/bin:$PATH
USER sandgate
WORKDIR /home/sandgate
VOLUME /var/lib/sandgate
EXPOSE 8700
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python3", "-c", "import socket; socket.create_connection(('127.0.0.1', 8700), 3).close()"]
ENTRYPOINT ["sandgate"]
CMD ["serve", "--http"]
