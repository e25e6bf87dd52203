import type { EndpointInput } from '@netward/contract'
import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { tenantEntity, type TenantField, tenantForm } from '@netward/contract/tenant-fields'
import { Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { endOfDay } from '../../lib/wall-clock.ts'
import { EntityForm, formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { EndField } from './end-drawer.tsx'
import { AdministratorFields, contactOf, NoMessagesAlert, useMessagesSent } from './administrator-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { PackageField } from './package-field.tsx'
import { afterMoveReads, kinds, standings, type Tenant } from './tenant.ts'
import { useParentOptions } from './use-parent-options.ts'

type Sent = EndpointInput<'POST /api/v1/auth/tenant'>
type Fields = { [N in TenantField]: NonNullable<Sent[N]> }

interface Values extends Fields {
  kind: 'middleman' | 'company'
  parentId: string | undefined
  standing: 'trial' | 'poc' | 'formal'
  contractEndsAt: string
  packageId: string | undefined
  /** Absent where no invitation can be sent. */
  administratorName: string | undefined
  administratorContact: string | undefined
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

function valuesOf(tenant: Tenant | null, parentId: string | undefined): Values {
  const empty = {
    domain: '',
    prefix: '',
    contactPhone: '',
    contactMail: '',
    timeZone: 'Asia/Shanghai',
  }
  return {
    ...(formValues(tenantEntity, tenant, empty) as unknown as Fields),
    kind: tenant?.kind ?? 'company',
    parentId: tenant?.parentId ?? parentId,
    standing: tenant?.standing ?? 'formal',
    contractEndsAt: '',
    packageId: tenant?.package?.id,
    administratorName: '',
    administratorContact: '',
  }
}

/** Creates or edits a tenant. State changes are not part of this form. */
export function TenantDrawer(props: {
  /** Null: a new one. */
  tenant: Tenant | null
  /** Parent of a new one; defaults to the current company. */
  parent?: { id: string; name: string } | undefined
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { tenant, parent, open } = props
  const sent = useMessagesSent(open)
  const create = useAct('POST /api/v1/auth/tenant', { refresh: afterMoveReads, errors: 'caller' })
  const edit = useAct('PUT /api/v1/auth/tenant/:companyId', { refresh: afterMoveReads, errors: 'caller' })
  const submit = async (values: Values) => {
    const { kind, parentId, standing, contractEndsAt, administratorName, administratorContact, ...fields } =
      values
    const { packageId, ...plain } = fields
    const common = { ...plain, ...(packageId !== undefined && { packageId }) }
    if (tenant !== null) return edit.mutateAsync({ companyId: tenant.id, ...common })
    const contact = contactOf(administratorContact ?? '')
    return create.mutateAsync({
      ...common,
      kind,
      standing,
      ...(parentId !== undefined && { parentId }),
      ...(contractEndsAt !== '' && standing !== 'trial' && { contractEndsAt: endOfDay(contractEndsAt) }),
      ...(contact !== null && {
        administrator: { displayName: administratorName || values.contactPerson, ...contact },
      }),
    })
  }
  return (
    <FormDrawer<Values>
      title={tenant === null ? t('tenants.createTitle') : t('tenants.editTitle', { name: tenant.name })}
      open={open}
      onClose={props.onClose}
      initialValues={valuesOf(tenant, parent?.id)}
      submitText={tenant === null ? t('tenants.create') : t('common.save')}
      {...(tenant === null && { savedText: t('tenants.created') })}
      onSubmit={submit}
      width={560}
    >
      <Identity isNew={tenant === null} parent={parent} open={open} />
      <Business tenant={tenant} open={open} />
      <h2 className="tenant-section">{t('tenants.section.contact')}</h2>
      <EntityForm
        entity={tenantEntity}
        parts={tenantForm.contact}
        items={{
          contactPhone: (
            <Form.Item
              name="contactPhone"
              label={t('tenants.contactPhone')}
              rules={[{ validator: unlessEmpty(phoneOf, t('validation.phoneOrEmail')) }]}
            >
              <Input maxLength={40} />
            </Form.Item>
          ),
          contactMail: (
            <Form.Item
              name="contactMail"
              label={t('tenants.contactMail')}
              rules={[{ validator: unlessEmpty(emailOf, t('validation.phoneOrEmail')) }]}
            >
              <Input maxLength={200} />
            </Form.Item>
          ),
        }}
      />
      {tenant === null && (
        <>
          <h2 className="tenant-section">{t('tenants.section.administrator')}</h2>
          {sent ? (
            <AdministratorFields required={false} />
          ) : (
            <NoMessagesAlert hint={t('tenants.noMessagesCreate')} />
          )}
        </>
      )}
      <SignIn tenant={tenant} />
      <h2 className="tenant-section">{t('tenants.section.defaults')}</h2>
      <p className="quiet">{t('tenants.defaultsHint')}</p>
      <EntityForm
        entity={tenantEntity}
        parts={tenantForm.defaults}
        items={{
          timeZone: (
            <Form.Item name="timeZone" label={t('tenants.timeZone')}>
              <Select showSearch={{ optionFilterProp: 'label' }} options={zones} />
            </Form.Item>
          ),
        }}
      />
    </FormDrawer>
  )
}

/** An antd rule for an optional field. */
function unlessEmpty(read: (value: string) => string | null, message: string) {
  return (_rule: unknown, value?: string) =>
    value === undefined || value === '' || read(value) !== null
      ? Promise.resolve()
      : Promise.reject(new Error(message))
}

function Identity(props: {
  isNew: boolean
  parent: { id: string; name: string } | undefined
  open: boolean
}) {
  const { t } = useTranslation()
  const { options, onSearch } = useParentOptions(props.open && props.isNew)
  const { parent } = props
  const offered = useMemo(
    () => (parent === undefined ? options : [{ value: parent.id, label: parent.name }]),
    [parent, options],
  )
  return (
    <>
      <h2 className="tenant-section">{t('tenants.section.identity')}</h2>
      <EntityForm entity={tenantEntity} parts={tenantForm.identity} items={{}} />
      {props.isNew && (
        <>
          <Form.Item name="kind" label={t('tenants.kind')}>
            <Radio.Group
              options={kinds.toReversed().map((value) => ({ value, label: t(`tenants.kinds.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="parentId" label={t('tenants.parent')}>
            <Select
              allowClear={parent === undefined}
              disabled={parent !== undefined}
              placeholder={t('tenants.parentSelf')}
              showSearch={{ filterOption: false, onSearch }}
              options={offered.map((option) => ({ ...option }))}
            />
          </Form.Item>
        </>
      )}
    </>
  )
}

function Business({ tenant, open }: { tenant: Tenant | null; open: boolean }) {
  const isNew = tenant === null
  const { t } = useTranslation()
  const standing: unknown = Form.useWatch('standing')
  return (
    <>
      <h2 className="tenant-section">{t('tenants.section.business')}</h2>
      {isNew && (
        <Form.Item
          name="standing"
          label={t('tenants.standing')}
          {...(standing === 'trial' && { extra: t('tenants.trialHint') })}
        >
          <Radio.Group
            options={standings
              .toReversed()
              .map((value) => ({ value, label: t(`tenants.standings.${value}`) }))}
          />
        </Form.Item>
      )}
      {isNew && standing !== 'trial' && <EndField needed={false} name="contractEndsAt" />}
      <div className="tenant-pair">
        <EntityForm entity={tenantEntity} parts={tenantForm.business} items={{}} />
        <PackageField enabled={open} tenant={tenant} />
      </div>
    </>
  )
}

function SignIn({ tenant }: { tenant: Tenant | null }) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className="tenant-section">{t('tenants.section.signIn')}</h2>
      <EntityForm
        entity={tenantEntity}
        parts={tenantForm.signIn}
        items={{
          prefix: (
            <Form.Item name="prefix" label={t('tenants.prefix')} extra={t('tenants.prefixHint')}>
              <Input maxLength={63} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            </Form.Item>
          ),
          domain: (
            <Form.Item name="domain" label={t('tenants.domain')} extra={t('tenants.domainHint')}>
              <Input maxLength={253} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            </Form.Item>
          ),
        }}
      />
      {tenant !== null && <LogoField tenant={tenant} />}
    </>
  )
}
