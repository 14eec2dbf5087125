import type { Router } from 'express';
import * as contract from '../contract/alarms.ts';
import { routerOf, type RouterDeps } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import {
  addDevice,
  readAlarms,
  readAlarmSettings,
  endWake,
  removeDevice,
  setAlarmSettings,
  setWake,
  testDevice,
  type AlarmMeans,
} from './operations.ts';

const endpoint = endpointsOf<Services>('alarms');

export function createAlarmRouter(means: AlarmMeans, deps: RouterDeps): Router {
  return routerOf([
    endpoint.get('/api/alarms', {
      summary: 'What holds at present and concerns you',
      description:
        'The same alarms, of the same kinds, that your browsers receive. An alarm is listed for as long as it holds: an attack until it arrives or is called off, a message until it is read. A program that forwards them remembers the ids that it has seen.',
      query: contract.alarmsQuery,
      response: contract.alarms,
      run: ({ viewer, query, services }) => readAlarms(services, viewer, query),
    }),
    endpoint.get('/api/alarms/settings', {
      summary: 'Which alarms you want, and the browsers that receive them',
      response: contract.alarmSettings,
      run: ({ viewer, services: { pool } }) => readAlarmSettings(pool, means, viewer.userId),
    }),
    endpoint.put('/api/alarms/settings', {
      needsLogin: true,
      summary: 'Choose your alarms',
      body: contract.alarmSettingsBody,
      response: contract.setAlarmsResponse,
      run: ({ viewer, body, services }) => setAlarmSettings(services, means, viewer, body),
    }),
    endpoint.put('/api/alarms/wake', {
      needsLogin: true,
      summary: 'Be told once when your stock covers these amounts',
      description:
        'Or when a store is full before. What you spend before moves the moment. From then on the alarm `ready` holds until your next order. A further request replaces the one before.',
      body: contract.wakeBody,
      response: contract.setWakeResponse,
      run: ({ viewer, body, services }) => setWake(services, viewer.userId, body),
    }),
    endpoint.delete('/api/alarms/wake', {
      needsLogin: true,
      summary: 'Take that request back',
      run: ({ viewer, services }) => endWake(services, viewer.userId),
    }),
    endpoint.post('/api/alarms/devices', {
      needsLogin: true,
      summary: 'Send your alarms to a browser',
      description:
        'Takes a `PushSubscription` of the browser, also a renewed one. Adding a browser again updates it. The logout of this session removes it.',
      body: contract.addDeviceBody,
      status: 201,
      response: contract.addDeviceResponse,
      run: ({ viewer, body, services, request }) =>
        addDevice(services, means, viewer, body, request.get('user-agent') ?? null),
    }),
    endpoint.delete('/api/alarms/device/:device_id', {
      needsLogin: true,
      summary: 'Send no more alarms to a browser',
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      run: ({ viewer, params, services }) => removeDevice(services, viewer.userId, params.device_id),
    }),
    endpoint.post('/api/alarms/device/:device_id/test', {
      needsLogin: true,
      summary: 'Have a test sent to a browser',
      description: '`last_success_at` of the browser shows whether its push service has accepted it.',
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      run: ({ viewer, params, services }) => testDevice(services, viewer.userId, params.device_id),
    }),
  ])(deps);
}
