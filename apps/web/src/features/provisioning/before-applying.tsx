import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { Leaving } from './leaving.tsx'
import { WouldChangeBelow } from './preview-all.tsx'
import { Staying } from './staying.tsx'
import { templateDetail } from './template.ts'
import { WouldChangeHere } from './template-preview.tsx'

/** What is asked about before a version is applied. */
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
      <Leaving templateId={templateId} version={version} />
      <Staying templateId={templateId} version={version} />
    </>
  )
}
