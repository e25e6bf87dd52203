import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useActing } from '../../lib/session.ts'
import { CompanySection } from './company-section.tsx'
import { DocumentSection } from './document-section.tsx'
import { PlatformSection } from './platform-section.tsx'
import './settings.css'

/** Name and appearance of the current company and, for the platform, installation-wide settings. */
export function GeneralSettings() {
  const { t } = useTranslation()
  const ofPlatform = useMay('DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM')
  const acting = useActing()
  return (
    <div className="settings">
      <h1>{t('shell.titles.generalSettings')}</h1>
      <CompanySection />
      {ofPlatform && acting === null && (
        <>
          <PlatformSection />
          <DocumentSection />
        </>
      )}
    </div>
  )
}
