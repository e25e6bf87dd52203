import type { Language } from '@netward/phrases'
import { api } from './api-client.ts'
import { setLanguage } from './i18n.ts'
import { keepTimeZone } from './time-zone.ts'

const endpoint = 'PUT /api/v1/auth/account/habits'

/** Shown at once, and kept with the account: the next device begins with it, and messages are written in it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  await api(endpoint, { language }).catch(() => {
    // It has been reported; this device keeps the choice all the same.
  })
}

/** Empty: the zone of the browser. */
export async function chooseTimeZone(timeZone: string): Promise<void> {
  await api(endpoint, { timeZone }, { errors: 'caller' })
  keepTimeZone(timeZone === '' ? null : timeZone)
}
