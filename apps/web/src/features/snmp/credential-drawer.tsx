import {
  authProtocols,
  type AuthProtocol,
  passphraseLength,
  type PrivacyProtocol,
  privacyProtocols,
  snmpVersions,
  type SnmpVersion,
} from '@netward/contract/snmp-values'
import { Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { type CredentialRow, refreshed } from './credential.ts'

type Where = 'company' | 'outlet' | 'range'

interface Values {
  name: string
  version: SnmpVersion
  community: string
  userName: string
  auth: AuthProtocol | 'none'
  authPassphrase: string
  privacy: PrivacyProtocol | 'none'
  privacyPassphrase: string
  context: string
  where: Where
  outletId: string | undefined
  range: string
}

function valuesOf(row: CredentialRow | null): Values {
  return {
    name: row?.name ?? '',
    version: row?.version ?? 'v2c',
    community: '',
    userName: row?.userName ?? '',
    auth: row === null ? 'sha256' : (row.auth ?? 'none'),
    authPassphrase: '',
    privacy: row === null ? 'aes' : (row.privacy ?? 'none'),
    privacyPassphrase: '',
    context: row?.context ?? '',
    where:
      row === null ? 'company' : row.outletId !== null ? 'outlet' : row.range !== null ? 'range' : 'company',
    outletId: row?.outletId ?? undefined,
    range: row?.range ?? '',
  }
}

/** What is sent: only what the version has, and secrets only where they were typed. */
function sent({ where, outletId, range, ...values }: Values) {
  const secret = (name: 'community' | 'authPassphrase' | 'privacyPassphrase') =>
    values[name] === '' ? {} : { [name]: values[name] }
  const place = {
    outletId: where === 'outlet' ? (outletId ?? null) : null,
    range: where === 'range' ? range.trim() : null,
  }
  const { name, version } = values
  if (version !== 'v3') return { name, version, ...place, ...secret('community') }
  const auth = values.auth === 'none' ? null : values.auth
  // RFC 3414 §1.4: no privacy without authentication.
  const privacy = auth === null || values.privacy === 'none' ? null : values.privacy
  return {
    name,
    version,
    ...place,
    userName: values.userName.trim(),
    auth,
    privacy,
    context: values.context.trim(),
    ...(auth !== null && secret('authPassphrase')),
    ...(privacy !== null && secret('privacyPassphrase')),
  }
}

/** Adds a set of SNMP credentials, or changes one: its secrets are written, never shown. */
export function CredentialDrawer({
  credential,
  open,
  onClose,
}: {
  /** Null: a new one. */
  credential: CredentialRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const create = useAct('POST /monitor/api/v1/snmp/credential', { errors: 'caller', refresh: refreshed })
  const edit = useAct('PUT /monitor/api/v1/snmp/credential/:credentialId', {
    errors: 'caller',
    refresh: refreshed,
  })
  const initialValues = useMemo(() => valuesOf(credential), [credential])
  return (
    <FormDrawer<Values>
      key={credential?.id ?? 'new'}
      title={
        credential === null
          ? t('monitoring.credentials.addTitle', { company: companyName })
          : t('monitoring.credentials.editTitle')
      }
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        credential === null
          ? create.mutateAsync(sent(values))
          : edit.mutateAsync({ credentialId: credential.id, ...sent(values) })
      }
    >
      <Form.Item
        name="name"
        label={t('monitoring.credentials.name')}
        rules={[{ required: true, whitespace: true, message: t('monitoring.credentials.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="version" label={t('monitoring.credentials.version')}>
        <Radio.Group
          optionType="button"
          options={snmpVersions.map((value) => ({
            value,
            label: t(`monitoring.credentials.versions.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['version']}>
        {({ getFieldValue }) =>
          getFieldValue('version') === 'v3' ? (
            <UserFields before={credential} />
          ) : (
            <Secret
              name="community"
              label={t('monitoring.credentials.community')}
              isSet={credential !== null && credential.version !== 'v3'}
              hint={t(
                getFieldValue('version') === 'v1'
                  ? 'monitoring.credentials.v1Hint'
                  : 'monitoring.credentials.plain',
              )}
              empty={t('monitoring.credentials.communityEmpty')}
            />
          )
        }
      </Form.Item>
      <WhereFields enabled={open} />
    </FormDrawer>
  )
}

/** A secret that is only written: empty keeps the one that is set. */
function Secret(props: {
  name: 'community' | 'authPassphrase' | 'privacyPassphrase'
  label: string
  isSet: boolean
  hint?: string
  empty: string
  passphrase?: boolean
}) {
  const { t } = useTranslation()
  const { least, most } = passphraseLength
  return (
    <Form.Item
      name={props.name}
      label={props.label}
      extra={props.hint}
      rules={[
        { required: !props.isSet, message: props.empty },
        ...(props.passphrase === true
          ? [{ min: least, max: most, message: t('monitoring.credentials.passphraseWrong') }]
          : []),
      ]}
    >
      <Input.Password
        maxLength={255}
        autoComplete="new-password"
        {...(props.isSet && { placeholder: t('monitoring.credentials.keep') })}
      />
    </Form.Item>
  )
}

/** The user of SNMP version 3 (RFC 3414). */
function UserFields({ before }: { before: CredentialRow | null }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const auth = Form.useWatch('auth', form) ?? 'none'
  const privacy = Form.useWatch('privacy', form) ?? 'none'
  const wrong = t('monitoring.credentials.passphraseWrong')
  return (
    <>
      <Form.Item
        name="userName"
        label={t('monitoring.credentials.userName')}
        rules={[{ required: true, whitespace: true, message: t('monitoring.credentials.userNameEmpty') }]}
      >
        <Input maxLength={32} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      <Form.Item name="auth" label={t('monitoring.credentials.auth')}>
        <Select
          options={[
            { value: 'none', label: t('monitoring.credentials.noAuth') },
            ...authProtocols.map((value) => ({
              value,
              label: t(`monitoring.credentials.authProtocols.${value}`),
            })),
          ]}
        />
      </Form.Item>
      {auth !== 'none' && (
        <>
          <Secret
            name="authPassphrase"
            label={t('monitoring.credentials.authPassphrase')}
            isSet={before !== null && before.auth !== null}
            empty={wrong}
            passphrase
          />
          <Form.Item name="privacy" label={t('monitoring.credentials.privacy')}>
            <Select
              options={[
                { value: 'none', label: t('monitoring.credentials.noPrivacy') },
                ...privacyProtocols.map((value) => ({
                  value,
                  label: t(`monitoring.credentials.privacyProtocols.${value}`),
                })),
              ]}
            />
          </Form.Item>
          {privacy !== 'none' && (
            <Secret
              name="privacyPassphrase"
              label={t('monitoring.credentials.privacyPassphrase')}
              isSet={before !== null && before.privacy !== null}
              empty={wrong}
              passphrase
            />
          )}
        </>
      )}
      <Form.Item
        name="context"
        label={t('monitoring.credentials.context')}
        extra={t('monitoring.credentials.contextHint')}
      >
        <Input maxLength={32} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
    </>
  )
}

const places: readonly Where[] = ['company', 'outlet', 'range']

/** Where the set is tried. */
function WhereFields({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const form = Form.useFormInstance<Values>()
  const where = Form.useWatch('where', form)
  return (
    <>
      <Form.Item name="where" label={t('monitoring.credentials.scope')}>
        <Radio.Group
          optionType="button"
          options={places.map((value) => ({ value, label: t(`monitoring.credentials.scopes.${value}`) }))}
        />
      </Form.Item>
      {where === 'outlet' && (
        <Form.Item
          name="outletId"
          label={t('monitoring.credentials.outlet')}
          rules={[{ required: true, message: t('monitoring.credentials.outletEmpty') }]}
        >
          <OutletSelect companyId={companyId} enabled={enabled} />
        </Form.Item>
      )}
      {where === 'range' && (
        <Form.Item
          name="range"
          label={t('monitoring.credentials.range')}
          extra={t('monitoring.credentials.rangeHint')}
          rules={[{ required: true, whitespace: true, message: t('monitoring.credentials.rangeEmpty') }]}
        >
          <Input maxLength={50} autoComplete="off" spellCheck={false} placeholder="10.1.0.0/16" />
        </Form.Item>
      )}
    </>
  )
}
