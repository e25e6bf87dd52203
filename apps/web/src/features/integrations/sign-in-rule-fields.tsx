import { admissions, type SignOnForm } from '@netward/contract/sign-on-values'
import { Form, Radio, Select, Switch } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'

/** Who may come in through a channel, and what that is worth. */
export function SignInRuleFields({ form }: { form: SignOnForm }) {
  const { t } = useTranslation()
  const instance = Form.useFormInstance()
  const admits = Form.useWatch(['signIn', 'admits'], instance) === 'new'
  const trusts = Form.useWatch(['signIn', 'trustsSecondFactor'], instance) === true
  const passwordOff = Form.useWatch(['signIn', 'passwordOff'], instance) === true
  const saysHow = form === 'entra' || form === 'oidc' || form === 'saml'
  const isOpen = form === 'oidc' || form === 'saml'
  return (
    <fieldset className="integration-rules">
      <legend>{t('signOn.rules')}</legend>
      <Form.Item
        name={['signIn', 'offered']}
        label={t('signOn.offered')}
        extra={t('signOn.offeredHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name={['signIn', 'admits']} label={t('signOn.admits')} extra={t('signOn.admitsHint')}>
        <Radio.Group
          options={admissions.map((value) => ({ value, label: t(`signOn.admissions.${value}`) }))}
        />
      </Form.Item>
      {admits && (
        <>
          <RoleItem />
          <Form.Item
            name={['signIn', 'domains']}
            label={t('signOn.domains')}
            extra={t('signOn.domainsHint')}
            rules={
              isOpen ? [{ required: true, type: 'array', min: 1, message: t('signOn.domainsWrong') }] : []
            }
          >
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              tokenSeparators={[' ', ',', '，', ';']}
              maxCount={50}
            />
          </Form.Item>
        </>
      )}
      {saysHow && (
        <Form.Item
          name={['signIn', 'trustsSecondFactor']}
          label={t('signOn.trustsSecondFactor')}
          extra={t('signOn.trustsSecondFactorHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      )}
      {saysHow && trusts && (
        <Form.Item name={['signIn', 'secondFactorValues']} label={t('signOn.secondFactorValues')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} maxCount={10} />
        </Form.Item>
      )}
      <Form.Item
        name={['signIn', 'passwordOff']}
        label={t('signOn.passwordOff')}
        extra={t('signOn.passwordOffHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      {passwordOff && <BreakGlassItem />}
    </fieldset>
  )
}

function RoleItem() {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { data } = useApi('GET /api/v1/auth/member/roles', {})
  return (
    <Form.Item
      name={['signIn', 'defaultRole']}
      label={t('signOn.defaultRole')}
      rules={[{ required: true, message: t('integrations.required') }]}
    >
      <Select
        options={(data ?? [])
          .filter(({ mayGive }) => mayGive)
          .map(({ role, name }) => ({ value: role, label: roleName(name) }))}
      />
    </Form.Item>
  )
}

function BreakGlassItem() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi(
    'POST /api/v1/auth/member/lists',
    { status: 'enabled', page: 1, pageSize: 50, ...(wanted !== '' && { search: wanted }) },
    { keepPrevious: true },
  )
  const administrators = (data?.items ?? []).filter(({ roleRefs }) =>
    roleRefs.some((role) => role === 'administrator' || role === 'platform_administrator'),
  )
  return (
    <Form.Item
      name={['signIn', 'breakGlassId']}
      label={t('signOn.breakGlass')}
      extra={t('signOn.breakGlassHint')}
      rules={[{ required: true, message: t('integrations.required') }]}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={administrators.map(({ memberId, displayName, userName }) => ({
          value: memberId,
          label: userName === null ? displayName : `${displayName} (${userName})`,
        }))}
      />
    </Form.Item>
  )
}
