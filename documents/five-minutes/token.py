from hegemon_client import Client

game = Client('{{origin}}', '{{token}}')
profile = game.call('GET', '/api/user/profile')
if profile['empire_id'] is None:
    raise SystemExit(f"{profile['username']} has no empire yet")
print(game.call('GET', f"/api/empire/{profile['empire_id']}"))
