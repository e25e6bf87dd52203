import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { accountEndpoint } from './account.ts'
import { OwnPasswordField } from './own-password-field.tsx'

interface Proof {
  password: string
  code: string
}

const initialValues: Proof = { password: '', code: '' }

/** New recovery codes, against the password and an authenticator code. */
export function RecoveryRenewDrawer(props: {
  open: boolean
  onClose: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const renew = useAct('POST /api/v1/auth/account/totp/recovery-codes', { errors: 'caller' })
  return (
    <FormDrawer<Proof>
      title={t('account.recoveryRenew')}
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      submitText={t('account.recoveryRenewSubmit')}
      savedText={false}
      onSubmit={async (proof) => props.onRenewed((await renew.mutateAsync(proof)).recoveryCodes)}
    >
      <p className="account-remark">{t('account.recoveryRenewText')}</p>
      <OwnPasswordField />
      <Form.Item
        name="code"
        label={t('account.totpCode')}
        required
        rules={[{ pattern: /^\d{6}$/, required: true, message: t('account.totpCodeRule') }]}
      >
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
    </FormDrawer>
  )
}

/**
 * Disabling the second factor requires both factors; a recovery code works too, since the authenticator may
 * be lost.
 */
export function TotpEndDrawer(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const end = useAct('POST /api/v1/auth/account/totp/end', { refresh: [accountEndpoint], errors: 'caller' })
  return (
    <FormDrawer<Proof>
      title={t('account.totpTurnOff')}
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      submitText={t('account.totpOffSubmit')}
      savedText={t('account.totpOffDone')}
      onSubmit={(proof) => end.mutateAsync(proof)}
    >
      <p className="account-remark">{t('account.totpTurnOffText')}</p>
      <OwnPasswordField />
      <Form.Item
        name="code"
        label={t('account.secondFactorCode')}
        required
        rules={[
          { required: true, whitespace: true, min: 6, max: 20, message: t('account.secondFactorCodeRule') },
        ]}
      >
        <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={20} />
      </Form.Item>
    </FormDrawer>
  )
}
