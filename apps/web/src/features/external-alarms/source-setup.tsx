import { Alert, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/copy-text.tsx'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { addressOfSource, type Source } from './external-alarm.ts'
import { commandOf, configurationOf } from './setup-text.ts'

interface SetupProps {
  source: Source | null
  token: string | null
  readonly onClose: () => void
}

/** What is to be entered in the other system, to copy. */
export function SourceSetup({ source, token, onClose }: SetupProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={source === null ? '' : t('externalAlarms.setupOf', { name: source.name })}
      open={source !== null}
      onClose={onClose}
      // A click beside it must not lose the token.
      mask={{ closable: token === null }}
      size={720}
      destroyOnHidden
    >
      {source !== null && <Setup source={source} token={token} />}
    </Drawer>
  )
}

function Setup({ source: { id, kind }, token }: { source: Source; token: string | null }) {
  const { t } = useTranslation()
  const address = addressOfSource(id)
  const filled = { address, token: token ?? t('externalAlarms.tokenPlace') }
  return (
    <div className="external-setup">
      {token !== null && <Alert type="warning" showIcon title={t('externalAlarms.tokenOnce')} />}
      <dl>
        <div>
          <dt>{t('externalAlarms.address')}</dt>
          <dd>
            <CopyText text={address} />
          </dd>
        </div>
        {token !== null && (
          <div>
            <dt>{t('externalAlarms.token')}</dt>
            <dd>
              <CopyText text={token} />
            </dd>
          </div>
        )}
      </dl>
      <p>{t(`externalAlarms.steps.${kind}`)}</p>
      <CopyBlock title={t('externalAlarms.configuration')} text={configurationOf(kind, filled)} />
      {kind !== 'generic' && <CopyBlock title={t('externalAlarms.curl')} text={commandOf(kind, filled)} />}
      <p className="quiet">{t('externalAlarms.answers')}</p>
    </div>
  )
}
