import { PersonalInformation } from '../features/account/personal-information.tsx'
import { DeputySection } from '../features/approvals/deputy-section.tsx'
import { OwnRoutesSection } from '../features/notices/own-routes-section.tsx'
import { singleAccountHome } from '../lib/single-account.ts'

/** The user's account with their notifications and deputy, which single-account mode has none of. */
export function PersonalInformationScreen() {
  if (singleAccountHome !== null) return <PersonalInformation />
  return (
    <PersonalInformation
      notices={
        <>
          <OwnRoutesSection />
          <DeputySection />
        </>
      }
    />
  )
}
