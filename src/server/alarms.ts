import type { AlarmMeans } from '../alarms/operations.ts';
import type { Mailer } from '../account/mailer.ts';
import { createPushKeys, createPushSender, type PushKeys } from '../alarms/push.ts';
import { AlarmSender } from '../alarms/sender.ts';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import type { Services } from '../world/services.ts';
import { ensureSetting } from '../world/settings.ts';

/** The keys are made once, at the first start; of several instances, those of one prevail. */
export async function openAlarms(
  services: Services,
  { pushServices, baseUrl }: Pick<Config, 'pushServices' | 'baseUrl'>,
  mailer: Mailer | null,
  log: Log,
): Promise<{ sender: AlarmSender; means: AlarmMeans }> {
  const keys = (await ensureSetting(services.pool, 'push_keys', createPushKeys())) as PushKeys;
  const sendPush = createPushSender(keys, { baseUrl, others: pushServices }, services.clock.machine);
  const mail = mailer && { mailer, baseUrl };
  return {
    sender: new AlarmSender({ ...services, log, sendPush, mail }),
    means: { hasMail: mailer !== null, pushKey: keys.publicKey, pushServices },
  };
}
