import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshReads } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Account, accountEndpoint } from './account.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpBeginDrawer, TotpConfirmDrawer, type TotpSecret } from './totp-on-drawers.tsx'
import { RecoveryRenewDrawer, TotpEndDrawer } from './totp-proof-drawers.tsx'

type Step = 'begin' | 'confirm' | 'renew' | 'end'

/** With so few codes, losing the authenticator may soon mean losing the account. */
const fewCodes = 3

export function TwoStepSection({ account }: { account: Account }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const [step, setStep] = useState<Step | null>(null)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = (from: Step) => () => setStep((now) => (now === from ? null : now))
  const showCodes = (made: readonly string[]) => {
    setSecret(null)
    setCodes(made)
  }
  return (
    <Panel
      title={t('account.totp')}
      actions={
        <StatusTag tone={account.totp ? 'ok' : 'off'}>
          {t(account.totp ? 'account.totpOn' : 'account.totpOff')}
        </StatusTag>
      }
    >
      <p className="quiet">{t('account.totpHint')}</p>
      {account.totp ? (
        <>
          <p className="account-recovery">
            {t('account.recoveryLeft', { count: account.recoveryCodesLeft })}
            {account.recoveryCodesLeft <= fewCodes && (
              <StatusTag tone="warn">{t('account.recoveryFew')}</StatusTag>
            )}
          </p>
          <div className="account-buttons">
            <Button onClick={() => setStep('renew')}>{t('account.recoveryRenew')}</Button>
            <Button danger onClick={() => setStep('end')}>
              {t('account.totpTurnOff')}
            </Button>
          </div>
        </>
      ) : (
        <div className="account-buttons">
          <Button type="primary" onClick={() => setStep('begin')}>
            {t('account.totpTurnOn')}
          </Button>
        </div>
      )}
      <TotpBeginDrawer
        open={step === 'begin'}
        onClose={close('begin')}
        onBegun={(begun) => {
          setSecret(begun)
          setStep('confirm')
        }}
      />
      <TotpConfirmDrawer
        secret={secret}
        open={step === 'confirm'}
        onClose={close('confirm')}
        onConfirmed={showCodes}
      />
      <RecoveryRenewDrawer open={step === 'renew'} onClose={close('renew')} onRenewed={showCodes} />
      <TotpEndDrawer open={step === 'end'} onClose={close('end')} />
      <RecoveryCodes
        codes={codes}
        userName={account.userName}
        onSaved={() => {
          setCodes(null)
          void refresh(accountEndpoint)
        }}
      />
    </Panel>
  )
}
