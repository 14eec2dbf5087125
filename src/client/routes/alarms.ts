/** The routes of alarms. */
import type * as account from '../../contract/account.ts';
import type * as alarms from '../../contract/alarms.ts';
import { del, get, getWithQuery, post, postBody, putBody } from '../route.ts';

export const alarmRoutes = {
  /** What holds at present and concerns you. For the next page, send `next` as `after`. */
  listAlarms: getWithQuery<[], typeof alarms.alarmsQuery, typeof alarms.alarms>('/api/alarms'),
  /** Which alarms you want, and the browsers that receive them. */
  readAlarmSettings: get<[], typeof alarms.alarmSettings>('/api/alarms/settings'),
  setAlarmSettings: putBody<[], typeof alarms.alarmSettingsBody, typeof alarms.setAlarmsAnswer>(
    '/api/alarms/settings',
  ),
  /** Sends your alarms to a browser. */
  addAlarmDevice: postBody<[], typeof alarms.addDeviceBody, typeof alarms.addDeviceAnswer>(
    '/api/alarms/devices',
  ),
  removeAlarmDevice: del<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id'),
  /** Sends an alarm to a browser now. */
  testAlarmDevice: post<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id/test'),
};
