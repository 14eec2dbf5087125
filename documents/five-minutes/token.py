from hegemon_client import Client

game = Client('{{origin}}', '{{token}}')
profile = game.read_profile()
if profile['empire_id'] is None:
    raise SystemExit(f"{profile['username']} has no empire yet")
print(game.read_empire(profile['empire_id']))
