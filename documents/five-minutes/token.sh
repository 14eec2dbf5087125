AUTH='Authorization: Bearer {{token}}'
curl -sS -H "$AUTH" {{origin}}/api/user/profile
echo
