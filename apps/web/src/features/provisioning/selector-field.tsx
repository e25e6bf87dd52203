import { Checkbox, Form, Input, Select } from 'antd'
import { useContext, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { typedFirst } from '../../ui/typed-first.ts'
import { EditedTemplate } from './edited-template.ts'

/** Of the template: outlets and regions of another company are no choice. */
function useOwner(): string {
  const { companyId } = useCompanyScope()
  return useContext(EditedTemplate)?.companyId ?? companyId
}

/** Which gateways a template is for. */
export function SelectorField({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const known = useApi('GET /api/v1/device/summary', {}, { enabled: open }).data
  const { several } = useCompanyScope()
  const edited = useContext(EditedTemplate)
  const below: unknown = Form.useWatch(['selector', 'below'])
  const bound = (name: string, label: string) => (
    <Form.Item name={['selector', name]} label={label} extra={t('provisioning.softwareHint')}>
      <Input maxLength={256} autoComplete="off" placeholder={t('provisioning.any')} />
    </Form.Item>
  )
  return (
    <>
      <div className="provisioning-columns">
        <Texts name="models" label={t('provisioning.models')} offered={known?.models ?? []} />
        <Texts name="manufacturers" label={t('provisioning.manufacturers')} offered={[]} />
        <Texts
          name="softwareVersions"
          label={t('provisioning.softwareVersions')}
          offered={known?.softwareVersions ?? []}
        />
        <Texts name="tags" label={t('provisioning.tags')} offered={known?.tags ?? []} />
        {bound('softwareFrom', t('provisioning.softwareFrom'))}
        {bound('softwareBelow', t('provisioning.softwareBelow'))}
        <Outlets open={open} />
        <Regions open={open} />
      </div>
      {/* A customer has no companies below; another MSP may. */}
      {several && (edited === null || below === true) && <Below />}
    </>
  )
}

function Texts(props: { name: string; label: string; hint?: string; offered: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Form.Item name={['selector', props.name]} label={props.label} extra={props.hint}>
      <Select
        mode="tags"
        placeholder={t('provisioning.any')}
        showSearch={{ filterSort: typedFirst }}
        tokenSeparators={[',', '，', ';']}
        options={props.offered.map((value) => ({ value, label: value }))}
      />
    </Form.Item>
  )
}

function Outlets({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const enabled = useMay('DMS_SERVER_OUTLET_VIEW') && open
  const companyId = useOwner()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'GET /api/v1/outlet/choices',
    { companyId, ...(wanted !== '' && { search: wanted }) },
    { enabled, keepPrevious: true },
  ).data
  if (!enabled) return null
  return (
    <Form.Item name={['selector', 'outletIds']} label={t('provisioning.outlets')}>
      <Select
        mode="multiple"
        placeholder={t('provisioning.any')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={(found ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        labelRender={nameOfOutlet}
      />
    </Form.Item>
  )
}

/** Offers those in use; a template for companies below may name others. */
function Regions({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const enabled = useMay('DMS_SERVER_OUTLET_VIEW') && open
  const companyId = useOwner()
  const offered = useApi('GET /api/v1/outlet/values', { companyId }, { enabled, staleTime: 60_000 }).data
    ?.regions
  return (
    <Texts
      name="regions"
      label={t('provisioning.regions')}
      hint={t('provisioning.regionsHint')}
      offered={offered ?? []}
    />
  )
}

const nameOfOutlet = ({ value }: { value: string | number }) => <OutletName id={String(value)} />

/** A selected one keeps its name when it is not in the results. */
function OutletName({ id }: { id: string }) {
  const named = useApi('GET /api/v1/outlet/choices', { outletId: id }, { staleTime: 60_000 }).data
  return named?.find((one) => one.id === id)?.name ?? id
}

/** For an MSP or the platform: the companies below it. */
function Below() {
  const { t } = useTranslation()
  const below: unknown = Form.useWatch(['selector', 'below'])
  return (
    <>
      <Form.Item name={['selector', 'below']} valuePropName="checked" extra={t('provisioning.belowHint')}>
        <Checkbox>{t('provisioning.below')}</Checkbox>
      </Form.Item>
      <Companies shown={below === true} />
    </>
  )
}

function Companies({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  const tenants = useSession()?.tenants
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { search: wanted },
    { enabled: wanted !== '', keepPrevious: true },
  ).data
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map())
  const offered = (wanted === '' ? tenants : found) ?? []
  const names = new Map([
    ...named,
    ...[...(tenants ?? []), ...offered].map((one) => [one.companyId, one.name] as const),
  ])
  return (
    <Form.Item name={['selector', 'companyIds']} label={t('provisioning.companies')} hidden={!shown}>
      <Select
        mode="multiple"
        placeholder={t('provisioning.any')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={offered.map((one) => ({ value: one.companyId, label: one.name }))}
        labelRender={({ value }) => names.get(String(value)) ?? String(value)}
        onSelect={() => setNamed(names)}
      />
    </Form.Item>
  )
}
