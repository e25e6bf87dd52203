import { hasKeys } from '@netward/contract/states/application'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { afterChange, type ApplicationDetail } from './application.ts'
import { type NewKey, NewKeyDialog } from './new-key-dialog.tsx'
import { RotateDrawer } from './rotate-drawer.tsx'

type Key = ApplicationDetail['keys'][number]

/** The keys by their last characters: a key itself cannot be retrieved. */
export function ApplicationKeys({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation()
  const { keys, state, id: applicationId } = application
  const [rotating, setRotating] = useState(false)
  const [made, setMade] = useState<NewKey | null>(null)
  const issue = useAct('POST /api/v1/auth/application/:applicationId/key', { refresh: afterChange })
  const closed = hasKeys(state) ? null : t('applications.keyRefusal')
  const first = async () => {
    try {
      setMade(await issue.mutateAsync({ applicationId }))
    } catch {
      // The client has reported it.
    }
  }
  return (
    <section>
      <header className="application-keys-head">
        <h3>{t('applications.keys')}</h3>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('applications.docs')}
        </a>
        <Permission codes={['DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY']}>
          {keys.length === 0 ? (
            <WhyButton type="primary" reason={closed} loading={issue.isPending} onClick={() => void first()}>
              {t('applications.keyIssue')}
            </WhyButton>
          ) : (
            <WhyButton reason={closed} onClick={() => setRotating(true)}>
              {t('applications.keyRotate')}
            </WhyButton>
          )}
        </Permission>
      </header>
      {keys.length === 0 ? (
        <p className="quiet">{t('applications.keysNone')}</p>
      ) : (
        <ul className="application-keys">
          {keys.map((key) => (
            <KeyLine key={key.id} applicationId={applicationId} line={key} />
          ))}
        </ul>
      )}
      <RotateDrawer
        application={application}
        open={rotating}
        onClose={() => setRotating(false)}
        onMade={setMade}
      />
      <NewKeyDialog made={made} onClose={() => setMade(null)} />
    </section>
  )
}

function KeyLine({ applicationId, line }: { applicationId: string; line: Key }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const revoke = useAct('DELETE /api/v1/auth/application/:applicationId/key/:keyId', { refresh: afterChange })
  const { hint, createdBy, createdAt, expiresAt, lastUsedAt } = line
  const ask = () =>
    confirm({
      title: t('applications.keyRevokeTitle', { hint }),
      text: t('applications.keyRevokeText'),
      action: t('applications.keyRevoke'),
      async act() {
        await revoke.mutateAsync({ applicationId, keyId: line.id })
        notify.success(t('applications.keyRevoked'))
      },
    })
  return (
    <li>
      <div>
        <strong className="mono">{t('applications.keyHint', { hint })}</strong>
        <small className="quiet">
          {t('applications.keyCreated', { by: createdBy ?? '—', at: format.dateTime(createdAt) })}
        </small>
        <small className="quiet">
          {lastUsedAt === null
            ? t('applications.neverUsed')
            : t('applications.keyUsed', { at: format.dateTime(lastUsedAt) })}
          {expiresAt !== null && ` · ${t('applications.keyExpires', { until: format.dateTime(expiresAt) })}`}
        </small>
      </div>
      <Permission codes={['DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY']}>
        <Button
          danger
          aria-label={`${t('applications.keyRevoke')} ${t('applications.keyHint', { hint })}`}
          onClick={() => void ask()}
        >
          {t('applications.keyRevoke')}
        </Button>
      </Permission>
    </li>
  )
}
