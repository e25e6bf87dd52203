import type { Language } from '@netward/phrases'
import { api } from './api-client.ts'
import { setLanguage } from './i18n.ts'
import { keepTimeZone } from './time-zone.ts'

const endpoint = 'PUT /api/v1/auth/account/habits'

/** Applied at once and stored with the account: the next device starts with it, and messages use it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  await api(endpoint, { language }).catch(() => {
    // Already reported; this device keeps the choice anyway.
  })
}

/** Empty: the browser's zone. */
export async function chooseTimeZone(timeZone: string): Promise<void> {
  await api(endpoint, { timeZone }, { errors: 'caller' })
  keepTimeZone(timeZone === '' ? null : timeZone)
}
