import { phrase } from '../lib/phrases.ts'
import { showBlockingDialog } from '../lib/blocking-dialog.ts'
import { loadConsolePhrases } from '../lib/i18n.ts'
import { addressOf, currentPrefix } from '../lib/prefix.ts'
import { leaveTo, type User } from '../lib/session.ts'

/** Whether a session belongs to a company other than the address's. At the root any company is valid. */
export function isOtherCompany(prefix: string, user: Pick<User, 'companyPrefix'>): boolean {
  return prefix !== '' && user.companyPrefix !== prefix
}

/** A session of another company under a prefix: go to its own address, or sign in again here. */
export async function askAboutOtherCompany(user: User): Promise<void> {
  if (!isOtherCompany(currentPrefix(), user)) return
  await loadConsolePhrases()
  showBlockingDialog({
    title: phrase('shell.otherCompanyTitle'),
    text: phrase('shell.otherCompanyText', { company: user.companyName }),
    actions: [
      {
        label: phrase('shell.otherCompanySwitch', { company: user.companyName }),
        act: () => window.location.assign(addressOf(user.companyPrefix ?? '')),
      },
      { label: phrase('shell.otherCompanyAnew'), act: () => leaveTo('/login') },
    ],
  })
}
