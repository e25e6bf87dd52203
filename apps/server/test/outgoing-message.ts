import type { OutgoingMessage, Surroundings } from '../src/modules/integrations/senders/sender.ts'
import { usualSmsUrls } from '../src/modules/integrations/senders/sender.ts'

/** A message to a person, for tests of a sender alone. */
export const plainMessage: OutgoingMessage = {
  id: '1',
  language: 'en',
  subject: 's',
  lines: ['l'],
  link: 'https://netward.test',
  cutText: '',
  sms: { severity: '', device: '', rule: '', outlet: '', count: '', time: '' },
  event: { type: 't', data: {} },
}

/** A company that may call this machine. */
export const onThisMachine = (timeoutMilliseconds: number): Surroundings => ({
  caller: { ranges: ['127.0.0.0/8=c'], companyCode: 'c', isPlatform: false },
  timeoutMilliseconds,
  now: () => new Date(),
  smsUrls: usualSmsUrls,
})
