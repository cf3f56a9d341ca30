#!/usr/bin/env bash
# Runs once, when the data volume is empty: creates a database and a role each for the gateway, the subgraphs and Keycloak.
# A second role owns autod's database, so that the service cannot change what it has recorded.
set -euo pipefail

create_role() { # name password
  psql --username postgres --set ON_ERROR_STOP=1 --set name="$1" --set password="$2" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
SQL
}

create_database() { # name owner
  psql --username postgres --set ON_ERROR_STOP=1 --set name="$1" --set owner="$2" <<'SQL'
CREATE DATABASE :"name" OWNER :"owner";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"name" TO :"name";
SQL
}

password_of() { # secret with a URL
  local url rest
  url=$(< "/run/secrets/$1")
  rest=${url#*://*:}
  echo "${rest%%@*}"
}

for name in gateway trpd aopd autod; do
  create_role "$name" "$(password_of "${name}_database_url")"
done
create_role autod_owner "$(password_of autod_migration_database_url)"
create_role keycloak "$(< /run/secrets/keycloak_database_password)"
create_database gateway gateway
create_database trpd trpd
create_database aopd aopd
create_database autod autod_owner
create_database keycloak keycloak
