#!/usr/bin/env bash
# Runs once, when the data volume is empty: a database and a role of its own for each subgraph and for Keycloak.
set -euo pipefail

create() { # name password
  psql --username postgres --set ON_ERROR_STOP=1 --set name="$1" --set password="$2" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
}

for name in trpd aopd autod; do
  url=$(< "/run/secrets/${name}_database_url")
  password=${url#*://*:}
  create "$name" "${password%%@*}"
done
create keycloak "$(< /run/secrets/keycloak_database_password)"
