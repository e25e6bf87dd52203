import { Form, Input, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@netward/contract'
import { useAct } from '../../lib/use-api.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { accountEndpoint } from './account.ts'
import { OwnPasswordField } from './own-password-field.tsx'

export type TotpSecret = EndpointOutput<'POST /api/v1/auth/account/totp/begin'>

/** First step of enabling the second factor: the password. */
export function TotpBeginDrawer(props: {
  open: boolean
  onClose: () => void
  onBegun: (secret: TotpSecret) => void
}) {
  const { t } = useTranslation()
  // It may have been enabled on another screen: then the section says so.
  const begin = useAct('POST /api/v1/auth/account/totp/begin', {
    refresh: [accountEndpoint],
    errors: 'caller',
  })
  return (
    <FormDrawer<{ password: string }>
      title={t('account.totpTurnOn')}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ password: '' }}
      submitText={t('account.totpNext')}
      savedText={false}
      onSubmit={async ({ password }) => props.onBegun(await begin.mutateAsync({ password }))}
    >
      <OwnPasswordField />
    </FormDrawer>
  )
}

/** Second step: the secret goes into an authenticator, and its code confirms it. */
export function TotpConfirmDrawer(props: {
  secret: TotpSecret | null
  open: boolean
  onClose: () => void
  onConfirmed: (recoveryCodes: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { secret } = props
  const confirm = useAct('POST /api/v1/auth/account/totp/confirm', { errors: 'caller' })
  return (
    <FormDrawer<{ code: string }>
      title={t('account.totpScanTitle')}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ code: '' }}
      submitText={t('account.totpConfirm')}
      savedText={false}
      onSubmit={async ({ code }) => props.onConfirmed((await confirm.mutateAsync({ code })).recoveryCodes)}
    >
      <p>{t('account.totpScan')}</p>
      {secret !== null && (
        <>
          {/* Dark on white with a margin, in both themes: some authenticators read nothing else. */}
          <div className="account-qr">
            <QRCode
              aria-label={t('account.totpQr')}
              value={secret.uri}
              type="svg"
              size={192}
              color="#13212e"
              bgColor="#ffffff"
              bordered={false}
            />
          </div>
          <Form.Item label={t('account.totpSecret')}>
            <CopyText text={inGroups(secret.secret)} />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="code"
        label={t('account.totpCode')}
        extra={t('account.totpCodeHint')}
        required
        rules={[{ pattern: /^\d{6}$/, required: true, message: t('account.totpCodeRule') }]}
      >
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Easier to copy by eye; authenticators ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
