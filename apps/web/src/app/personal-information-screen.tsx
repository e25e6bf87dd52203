import { PersonalInformation } from '../features/account/personal-information.tsx'
import { OwnRoutesSection } from '../features/notices/own-routes-section.tsx'
import { singleAccountHome } from '../lib/single-account.ts'

/** The user's account with their notifications, which single-account mode has none of. */
export function PersonalInformationScreen() {
  return <PersonalInformation {...(singleAccountHome === null && { notices: <OwnRoutesSection /> })} />
}
