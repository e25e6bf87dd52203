import type { EndpointOutput } from '@netward/contract'
import { terminalEncodings, terminalProtocols } from '@netward/contract/terminal-values'
import { Alert, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { ChosenDevice } from './terminal-tab.ts'

type Access = EndpointOutput<'GET /api/v1/device/:deviceId/terminal/access'>

interface Values {
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

/** How a device is entered. What is secret goes in and never comes out. */
export function AccessDrawer(props: { device: ChosenDevice; open: boolean; onClose: () => void }) {
  const { device, open } = props
  const access = useApi(
    'GET /api/v1/device/:deviceId/terminal/access',
    { deviceId: device.id },
    { enabled: open },
  ).data
  return <AccessForm key={access === undefined ? 'unread' : device.id} {...props} access={access} />
}

function AccessForm(props: {
  device: ChosenDevice
  open: boolean
  onClose: () => void
  access: Access | undefined
}) {
  const { t } = useTranslation()
  const { device, access } = props
  const act = useAct('PUT /api/v1/device/:deviceId/terminal/access', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/terminal/access'],
  })
  const initialValues = useMemo<Values>(
    () => ({
      protocol: access?.protocol ?? 'ssh',
      port: access?.port ?? 22,
      encoding: access?.encoding ?? 'utf8',
      legacy: access?.legacy ?? false,
      username: access?.username ?? '',
      secretChoice: 'keep',
      password: '',
      privateKey: '',
      passphrase: '',
      idleMinutes: access?.idleMinutes ?? 15,
    }),
    [access],
  )
  return (
    <FormDrawer<Values>
      title={t('terminals.accessTitle', { name: device.name })}
      open={props.open && access !== undefined}
      onClose={props.onClose}
      initialValues={initialValues}
      onSubmit={(values) => act.mutateAsync({ deviceId: device.id, ...sent(values) })}
    >
      {(form) => (
        <>
          <Form.Item name="protocol" label={t('terminals.protocolLabel')}>
            <Select
              options={terminalProtocols.map((value) => ({ value, label: t(`terminals.protocol.${value}`) }))}
              onChange={(value: string) => form.setFieldValue('port', value === 'telnet' ? 23 : 22)}
            />
          </Form.Item>
          <Form.Item noStyle dependencies={['protocol']}>
            {({ getFieldValue }) =>
              getFieldValue('protocol') === 'telnet' && (
                <Alert
                  className="terminal-gap"
                  type="warning"
                  showIcon
                  title={t('terminals.telnetWarning')}
                />
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
            extra={t(`terminals.secretStored.${access?.secretKind ?? 'none'}`)}
          >
            <Select
              options={(['keep', 'password', 'key', 'none'] as const).map((value) => ({
                value,
                label: t(`terminals.secret.${value}`),
              }))}
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
          <dl className="terminal-keys">
            <dt>{t('terminals.hostKey')}</dt>
            <dd>{access?.hostKey ?? t('terminals.hostKeyNone')}</dd>
          </dl>
        </>
      )}
    </FormDrawer>
  )
}

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

function sent({ secretChoice, password, privateKey, passphrase, ...plain }: Values) {
  if (secretChoice === 'keep') return plain
  if (secretChoice === 'none') return { ...plain, secret: null }
  return secretChoice === 'password'
    ? { ...plain, secret: { kind: 'password' as const, password } }
    : { ...plain, secret: { kind: 'key' as const, privateKey, passphrase } }
}
