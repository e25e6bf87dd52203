import type { EndpointOutput } from '@netward/contract'
import { terminalEncodings, terminalProtocols } from '@netward/contract/terminal-values'
import { Alert, Checkbox, Form, type FormInstance, Input, InputNumber, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

type Access = EndpointOutput<'GET /api/v1/device/:deviceId/terminal/access'>
/** How to sign in to devices: for one of them or for many. */
type StoredProfile = Pick<
  Access,
  'protocol' | 'port' | 'encoding' | 'legacy' | 'username' | 'secretKind' | 'idleMinutes'
>

export interface WayValues {
  protocol: Access['protocol']
  port: number
  encoding: Access['encoding']
  legacy: boolean
  username: string
  secretChoice: 'keep' | 'password' | 'key' | 'none'
  password: string
  privateKey: string
  passphrase: string
  idleMinutes: number
}

/** Initial form values. */
export function wayValues(stored: StoredProfile | undefined): WayValues {
  return {
    protocol: stored?.protocol ?? 'ssh',
    port: stored?.port ?? 22,
    encoding: stored?.encoding ?? 'utf8',
    legacy: stored?.legacy ?? false,
    username: stored?.username ?? '',
    secretChoice: 'keep',
    password: '',
    privateKey: '',
    passphrase: '',
    idleMinutes: stored?.idleMinutes ?? 15,
  }
}

/** The request: a secret is write-only. */
export function sentWay({ secretChoice, password, privateKey, passphrase, ...values }: WayValues) {
  const { protocol, port, encoding, legacy, username, idleMinutes } = values
  const plain = { protocol, port, encoding, legacy, username, idleMinutes }
  if (secretChoice === 'keep') return plain
  if (secretChoice === 'none') return { ...plain, secret: null }
  return secretChoice === 'password'
    ? { ...plain, secret: { kind: 'password' as const, password } }
    : { ...plain, secret: { kind: 'key' as const, privateKey, passphrase } }
}

export function WayFields<Values extends WayValues>(props: {
  form: FormInstance<Values>
  /** What is stored now. */
  secretKind: StoredProfile['secretKind']
  /** Text if nothing is stored. */
  secretHint?: string | null
}) {
  const { t } = useTranslation()
  const { form, secretKind, secretHint = null } = props
  return (
    <>
      <Form.Item name="protocol" label={t('terminals.protocolLabel')}>
        <Select
          options={terminalProtocols.map((value) => ({ value, label: t(`terminals.protocol.${value}`) }))}
          onChange={(value: string) => form.setFieldValue('port' as never, value === 'telnet' ? 23 : 22)}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['protocol']}>
        {({ getFieldValue }) =>
          getFieldValue('protocol') === 'telnet' && (
            <Alert className="terminal-gap" type="warning" showIcon title={t('terminals.telnetWarning')} />
          )
        }
      </Form.Item>
      <Form.Item name="port" label={t('terminals.port')} rules={[{ required: true }]}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Form.Item>
      <Form.Item name="username" label={t('terminals.username')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="secretChoice"
        label={t('terminals.secretLabel')}
        extra={secretKind === null ? secretHint : t(`terminals.secretStored.${secretKind}`)}
      >
        <Select
          options={
            secretKind === null
              ? // Nothing is sent by it, and there is nothing to leave as it is.
                [
                  { value: 'keep', label: t('terminals.secret.none') },
                  ...secretOptions(t, ['password', 'key']),
                ]
              : secretOptions(t, ['keep', 'password', 'key', 'none'])
          }
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['secretChoice']}>
        {({ getFieldValue }) => <SecretFields choice={getFieldValue('secretChoice') as string} />}
      </Form.Item>
      <Form.Item name="encoding" label={t('terminals.encodingLabel')}>
        <Select
          options={terminalEncodings.map((value) => ({ value, label: t(`terminals.encoding.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="idleMinutes" label={t('terminals.idleMinutes')} rules={[{ required: true }]}>
        <InputNumber min={1} max={120} precision={0} />
      </Form.Item>
      <Form.Item name="legacy" valuePropName="checked" extra={t('terminals.legacyHint')}>
        <Checkbox>{t('terminals.legacy')}</Checkbox>
      </Form.Item>
    </>
  )
}

const secretOptions = (t: TFunction, choices: readonly WayValues['secretChoice'][]) =>
  choices.map((value) => ({ value, label: t(`terminals.secret.${value}`) }))

function SecretFields({ choice }: { choice: string }) {
  const { t } = useTranslation()
  if (choice === 'password')
    return (
      <Form.Item name="password" label={t('terminals.password')} rules={[{ required: true }]}>
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
    )
  if (choice !== 'key') return null
  return (
    <>
      <Form.Item name="privateKey" label={t('terminals.privateKey')} rules={[{ required: true }]}>
        <Input.TextArea maxLength={20_000} rows={5} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="passphrase" label={t('terminals.passphrase')}>
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
