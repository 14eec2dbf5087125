from hegemon_client import Client, Refusal

name = '{{username}}'
password = '{{password}}'
game = Client('{{origin}}')

# 1. Register. In a second run, the name is yours already.
try:
    account = {'username': name, 'email': f'{name}@example.org', 'password': password}
    game.call('POST', '/register', {**account, 'confirm_password': password})
except Refusal as refusal:
    print(refusal)

# 2. Log in. The answer has a token, which the client sends with every later call.
print('token', game.log_in(name, password)['token'])

# 3. Found an empire near the middle of the map.
empire = game.call('GET', '/api/user/profile')['empire_id']
if empire is None:
    founding = {'name': f'Realm of {name}', 'starting_location': {'x': 0, 'y': 0}}
    empire = game.call('POST', '/api/empire', founding)['empire']['id']

# 4. Build a farm in its capital.
capital = game.call('GET', f'/api/empire/{empire}/cities')['cities'][0]
path = f"/api/city/{capital['id']}/buildings"
order = game.call('POST', path, {'type': 'farm'})['order']
print('farm to level', order['to_level'], 'at', order['completes_at'])

# 5. Listen until the farm is finished.
def is_finished(event):
    is_building = event['type'] == 'construction_complete'
    return is_building and event['data']['building']['level'] == order['to_level']

live = game.live(empire, after=0)
for kind, data in live:
    if kind == 'empire_update':
        print('seq', data['seq'], data['changes']['resources'])
    elif kind == 'empire_event':
        print('event.number', data['event']['number'], data['event']['type'])
        if is_finished(data['event']):
            live.close()
