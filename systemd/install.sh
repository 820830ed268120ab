#!/bin/sh
# Lay out Truedeal: install.sh SOURCE PREFIX DESTDIR PYTHON
#
# The packages go to PREFIX/lib/truedeal, their launchers to PREFIX/bin, units and rules to /usr/lib below DESTDIR. With an
# empty DESTDIR the virtual environment is made too and systemd is told. With a DESTDIR (a package being built) that is
# left to whoever unpacks it:
#   python3 -m venv PREFIX/venv && PREFIX/venv/bin/pip install --require-hashes -r PREFIX/share/truedeal/requirements.txt
set -eu
umask 022

source=$1 prefix=$2 destdir=$3 python=$4
root=$destdir$prefix
units=$destdir/usr/lib/systemd/system

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Build from a copy: setuptools leaves its traces where it builds.
for part in games shoe scanner calibration bridge demo pyproject.toml README.md LICENSE; do
    if [ -e "$source/$part" ]; then cp -R "$source/$part" "$work/"; fi
done
rm -rf "$root/lib/truedeal"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-compile \
    --root-user-action=ignore --target "$root/lib/truedeal" "$work"
rm -rf "$root/lib/truedeal/bin"

install -d "$root/bin" "$root/share/truedeal" "$root/share/doc/truedeal" "$units"
install -m 644 "$source/requirements/run.txt" "$root/share/truedeal/requirements.txt"
for config in "$source"/config/*.toml; do install -m 644 "$config" "$root/share/truedeal/"; done
install -m 644 "$source/systemd/keys.conf" "$root/share/truedeal/"
for page in "$source"/docs/*.md; do install -m 644 "$page" "$root/share/doc/truedeal/"; done

launcher() {
    printf '#!/bin/sh\nPYTHONPATH=%s/lib/truedeal exec %s/venv/bin/python -m %s "$@"\n' "$prefix" "$prefix" "$2" >"$root/bin/$1"
    chmod 755 "$root/bin/$1"
}
launcher truedeal bridge.cli
launcher truedeal-scanner scanner

for unit in truedeal@.service truedeal-scanner@.service truedeal.target; do
    sed "s|@PREFIX@|$prefix|g" "$source/systemd/$unit" >"$units/$unit"
    chmod 644 "$units/$unit"
done
install -D -m 644 "$source/systemd/truedeal.sysusers" "$destdir/usr/lib/sysusers.d/truedeal.conf"
install -D -m 644 "$source/systemd/truedeal.tmpfiles" "$destdir/usr/lib/tmpfiles.d/truedeal.conf"
install -D -m 644 "$source/systemd/99-truedeal.rules" "$destdir/usr/lib/udev/rules.d/99-truedeal.rules"

if [ -z "$destdir" ]; then
    "$python" -m venv "$prefix/venv"
    "$prefix/venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r "$root/share/truedeal/requirements.txt"
    systemd-sysusers truedeal.conf
    systemd-tmpfiles --create truedeal.conf
    systemctl daemon-reload
    udevadm control --reload || echo "udevadm is missing: the rules hold from the next start of this machine" >&2
    echo "next: copy $prefix/share/truedeal/tcp_live.toml to /etc/truedeal/TABLE.toml, edit it, then" >&2
    echo "      $prefix/bin/truedeal check /etc/truedeal/TABLE.toml" >&2
fi
