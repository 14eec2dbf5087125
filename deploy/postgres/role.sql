-- Runs once, on a new volume: creates the role and the database of the game. The role owns this database and nothing
-- else. It is no superuser, so that a stolen password reads no files and runs no programs on the machine.
\getenv password POSTGRES_PASSWORD
CREATE ROLE hegemon LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE hegemon OWNER hegemon;
REVOKE ALL ON DATABASE hegemon, postgres, template1 FROM PUBLIC;
-- Without a password, the superuser can connect only inside the container: docker compose exec postgres psql -U postgres
ALTER ROLE CURRENT_USER PASSWORD NULL;
