#!/usr/bin/env bash
# Makes this machine a Tabletop Companion kiosk. Run it again after an update: it does no harm twice.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
SOURCE=$(dirname "$HERE")
PROGRAM=/opt/companion
UNIT=companion.service
DRY_RUN=false REMOVE=false ROOT=

usage() {
    cat <<'TEXT'
Usage: systemd/install.sh [--dry-run] [--remove] [--root DIR]
  --dry-run   say what would be done, do nothing
  --remove    take the kiosk away; the evenings in /var/lib/companion stay
  --root DIR  install into the system image mounted at DIR, without starting anything
TEXT
}

say() { printf '[kiosk] %s\n' "$*"; }

stop() {
    printf '[kiosk] STOPPED: %s\n' "$*" >&2
    exit 2
}

act() {
    if $DRY_RUN; then
        printf '[kiosk]   would do: %s\n' "$*"
    else
        "$@"
    fi
}

read_options() {
    while (($#)); do
        case $1 in
            --dry-run) DRY_RUN=true ;;
            --remove) REMOVE=true ;;
            --root)
                [[ -d ${2:-} ]] || stop "--root needs a directory that exists"
                ROOT=$(cd "$2" && pwd -P)
                [[ $ROOT != / ]] || ROOT=
                shift
                ;;
            -h | --help)
                usage
                exit 0
                ;;
            *) stop "unknown option $1 (try --help)" ;;
        esac
        shift
    done
}

become_root() {
    if ((EUID == 0)) || $DRY_RUN; then return; fi
    command -v sudo >/dev/null || stop "this needs root, and there is no sudo: run it as root"
    say "asking for root"
    exec sudo -- "$HERE/install.sh" "$@"
}

is_running() { [[ -z $ROOT ]] && systemctl is-active --quiet "$UNIT" 2>/dev/null; }

copy_tree() {
    rm -rf "$2.new"
    mkdir -p "$2.new"
    tar -C "$1" --exclude-vcs --exclude=./.venv --exclude=./out --exclude=./dist --exclude='.*_cache' \
        --exclude=.hypothesis --exclude=__pycache__ -cf - . | tar -C "$2.new" --no-same-owner -xf -
    if [[ -d $2/.venv ]]; then mv "$2/.venv" "$2.new/.venv"; fi
    rm -rf "$2"
    mv "$2.new" "$2"
    chmod -R u=rwX,go=rX "$2"
}

install_program() {
    if [[ $SOURCE -ef $ROOT$PROGRAM ]]; then
        say "the program is already in $PROGRAM"
    else
        say "copying the program to $ROOT$PROGRAM"
        act copy_tree "$SOURCE" "$ROOT$PROGRAM"
    fi
    if [[ -n $ROOT ]]; then
        say "in the image, $PROGRAM/.ci/setup has to run once before the first start"
        return
    fi
    say "Debian packages that draw without a desktop"
    act apt-get install -y -q --no-install-recommends libgbm1 libdrm2 libudev1
    say "the program's own packages (some minutes the first time)"
    act "$PROGRAM/.ci/setup"
    # The kiosk's user may not write here, so nobody would keep the compiled form.
    act "$PROGRAM/.venv/bin/python" -m compileall -q "$PROGRAM"/{companion,hardware,rules,vision}
}

install_system_files() {
    say "user \"companion\" and the groups of its devices"
    act install -D -m 644 "$HERE/companion.sysusers" "$ROOT/etc/sysusers.d/companion.conf"
    act systemd-sysusers ${ROOT:+"--root=$ROOT"} companion.conf
    say "access to screen, touch panel, camera and GPIO"
    act install -D -m 644 "$HERE/99-companion.rules" "$ROOT/etc/udev/rules.d/99-companion.rules"
    say "the service"
    act install -D -m 644 "$HERE/$UNIT" "$ROOT/etc/systemd/system/$UNIT"
    act mkdir -p "$ROOT/etc/companion"
}

take_the_screen() {
    if [[ $(systemctl ${ROOT:+"--root=$ROOT"} get-default 2>/dev/null) == graphical.target ]]; then
        say "a desktop starts here today; the kiosk takes its place (back: systemctl set-default graphical.target)"
        act systemctl ${ROOT:+"--root=$ROOT"} set-default multi-user.target
    fi
    say "starting with the machine from now on"
    act systemctl ${ROOT:+"--root=$ROOT"} enable "$UNIT"
}

reload() {
    if [[ -n $ROOT ]]; then return; fi
    act systemctl daemon-reload
    if command -v udevadm >/dev/null; then
        act udevadm control --reload
        act udevadm trigger --subsystem-match=drm --subsystem-match=input --subsystem-match=video4linux \
            --subsystem-match=media --subsystem-match=dma_heap --subsystem-match=gpio --subsystem-match=backlight
    fi
}

put_in() {
    local was_running=false
    if is_running; then
        was_running=true
        say "stopping the kiosk for the update"
        act systemctl stop "$UNIT"
    fi
    install_program
    install_system_files
    reload
    take_the_screen
    if $was_running; then
        say "starting it again"
        act systemctl start "$UNIT"
    fi
    say "done. Your own wiring, if any: /etc/companion/pins.toml. Now: reboot, or systemctl start companion"
}

take_out() {
    say "taking the kiosk away; the evenings in /var/lib/companion and the wiring in /etc/companion stay"
    if [[ -e $ROOT/etc/systemd/system/$UNIT ]]; then
        if is_running; then act systemctl stop "$UNIT"; fi
        act systemctl ${ROOT:+"--root=$ROOT"} disable "$UNIT"
    fi
    act rm -f "$ROOT/etc/systemd/system/$UNIT" "$ROOT/etc/udev/rules.d/99-companion.rules" \
        "$ROOT/etc/sysusers.d/companion.conf"
    if [[ ! $SOURCE -ef $ROOT$PROGRAM ]]; then act rm -rf "$ROOT$PROGRAM"; fi
    reload
    say "done. The desktop, if there is one: systemctl set-default graphical.target"
}

main() {
    read_options "$@"
    command -v systemctl >/dev/null || stop "there is no systemd here"
    become_root "$@"
    if $REMOVE; then take_out; else put_in; fi
}

main "$@"
