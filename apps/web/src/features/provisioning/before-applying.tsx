import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { RemovedObjects } from './removed-objects.tsx'
import { WouldChangeBelow } from './preview-all.tsx'
import { OrphanedSettings } from './orphaned-settings.tsx'
import { templateDetail } from './template.ts'
import { WouldChangeHere } from './template-preview.tsx'

/** Confirmation before a version is applied. */
export function BeforeApplying({ templateId, version }: { templateId: string; version: number }) {
  const { t } = useTranslation()
  const template = useApi(templateDetail, { templateId, version }).data
  return (
    <>
      <p>{t('provisioning.applyText')}</p>
      {template?.version.selector.below === true && (
        <WouldChangeBelow templateId={templateId} version={version} />
      )}
      {template?.version.selector.below === false && (
        <WouldChangeHere templateId={templateId} version={version} />
      )}
      <RemovedObjects templateId={templateId} version={version} />
      <OrphanedSettings templateId={templateId} version={version} />
    </>
  )
}
