URL={{origin}}
NAME={{username}}
PASSWORD={{password}}
json() { curl -sS -H 'Content-Type: application/json' "$@"; echo; }
field() { grep -o '"'$1'":"[^"]*"' | head -n 1 | cut -d '"' -f 4; }

# 1. Register.
json $URL/register -d '{"username":"'$NAME'","email":"'$NAME'@example.org",
  "password":"'$PASSWORD'","confirm_password":"'$PASSWORD'"}'

# 2. Log in. The answer has a token, which every later request carries.
LOGIN='{"username":"'$NAME'","password":"'$PASSWORD'"}'
TOKEN=$(json $URL/login -d "$LOGIN" | field token)
AUTH="Authorization: Bearer $TOKEN"
echo $AUTH

# 3. Found an empire near the middle of the map.
json -H "$AUTH" $URL/api/empire \
  -d '{"name":"Realm of '$NAME'","starting_location":{"x":0,"y":0}}'
EMPIRE=$(json -H "$AUTH" $URL/api/user/profile | field empire_id)

# 4. Build a farm in its capital.
CITY=$(json -H "$AUTH" $URL/api/empire/$EMPIRE/cities | field id)
json -H "$AUTH" $URL/api/city/$CITY/buildings -d '{"type":"farm"}'

# 5. Listen until the farm is finished: Socket.IO over plain HTTP.
LIVE="$URL/socket.io/?EIO=4&transport=polling"
SID=$(curl -sS "$LIVE" | field sid)
send() { curl -sS "$LIVE&sid=$SID" -o /dev/null -d "$1"; }
receive() { curl -sSf "$LIVE&sid=$SID"; }
send '40{"token":"'$TOKEN'"}' && receive && echo
send '42["join_empire",{"empire_id":"'$EMPIRE'","after":0}]'
while EVENTS=$(receive); do
  echo "$EVENTS" | tr '\036' '\n'
  send 3
  case $EVENTS in *'"type":"construction_complete"'*) break ;; esac
done
