import type { EndpointOutput } from '@netward/contract'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/detail-page.tsx'

export type NewKey = EndpointOutput<'POST /api/v1/auth/application/:applicationId/key'>

/** The key, shown once. Only the button closes it: a click outside must not lose it. */
export function NewKeyDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Modal
      title={t('applications.keyTitle')}
      open={made !== null}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      destroyOnHidden
      width={560}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('applications.keySaved')}
        </Button>
      }
    >
      {made !== null && (
        <div className="application-new-key">
          <Alert type="warning" showIcon title={t('applications.keyOnce')} />
          <Facts
            facts={[
              { label: t('applications.appId'), value: <CopyText text={made.appId} /> },
              { label: t('applications.key'), value: <CopyText text={made.key} /> },
            ]}
          />
          {made.previousUntil !== null && (
            <p>{t('applications.keyPreviousUntil', { until: format.dateTime(made.previousUntil) })}</p>
          )}
        </div>
      )}
    </Modal>
  )
}
