#!/bin/sh
# Replaces the certificates and keys in this folder. The certificates are valid for a hundred years.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
sign() { # name, subject, digest
  openssl req -new -key "$1.key.pem" -subj "$2" -out "$work/$1.csr"
  printf 'basicConstraints=CA:FALSE\nextendedKeyUsage=clientAuth\n' >"$work/leaf.ext"
  openssl x509 -req -in "$work/$1.csr" -CA authority.cert.pem -CAkey "$work/authority.key.pem" \
    -CAcreateserial -days 36500 -"$3" -extfile "$work/leaf.ext" -out "$1.cert.pem"
}
openssl ecparam -name prime256v1 -genkey -noout -out "$work/authority.key.pem"
openssl req -x509 -new -key "$work/authority.key.pem" -subj '/CN=Authority of clients' -days 36500 -out authority.cert.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out robot.key.pem
sign robot '/O=Example/CN=robot' sha256
openssl genrsa -traditional -out rsa.key.pem 2048
sign rsa '/CN=robot with RSA' sha256
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out other.key.pem
openssl pkcs8 -topk8 -in robot.key.pem -passout pass:open-sesame -out robot.encrypted.pem
openssl rsa -in rsa.key.pem -traditional -aes256 -passout pass:open-sesame -out rsa.encrypted.pem
rm -r "$work" authority.cert.srl
