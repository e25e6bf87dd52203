import type { PermissionCode } from '@netward/contract/permissions'
import { Alert, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { NamedSelect, type Named } from './named-select.tsx'
import { PermissionTree } from './permission-tree.tsx'
import { CompanyWideNote } from './company-wide-note.tsx'
import { PreviewText } from './preview-text.tsx'
import { afterChange, dataScopes, type Offer, type Role } from './role.ts'

/** A new role, an existing one, or a copy of another. */
export interface Written {
  readonly how: 'create' | 'edit' | 'copy'
  readonly role: Role | null
  readonly offer: Offer
}

interface Values {
  name: string
  description: string
  codes: PermissionCode[]
  dataScope: Role['dataScope']
  outlets: Named[]
}

interface Props {
  written: Written
  open: boolean
  onClose: () => void
}

export function RoleDrawer({ written, open, onClose }: Props) {
  const { t } = useTranslation()
  const { how, role, offer } = written
  const save = useSave(written)
  const mayGive = (code: PermissionCode, everywhere: boolean) =>
    (everywhere ? offer.heldEverywhere : offer.held).includes(code)
  const initial = initialOf(written, t('roles.copyName', { name: role?.name ?? '' }))
  const unseen = how === 'edit' ? (role?.outletsUnseen ?? []) : []
  const isPublished = how === 'edit' && role !== null && role.publication !== null
  const copyable = role?.codes.filter((code) => offer.offered.includes(code)).length ?? 0
  const left = how === 'copy' ? copyable - initial.codes.length : 0
  return (
    <FormDrawer<Values>
      title={
        how === 'edit'
          ? t('roles.editTitle')
          : how === 'copy'
            ? t('roles.copyTitle', { name: role?.name ?? '' })
            : t('roles.createTitle')
      }
      open={open}
      onClose={onClose}
      width={640}
      initialValues={initial}
      savedText={false}
      onSubmit={save}
    >
      {left > 0 && <Alert type="warning" title={t('roles.left', { count: left })} className="role-alert" />}
      <Form.Item
        name="name"
        label={t('roles.name')}
        extra={t('roles.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('validation.roleNameEmpty') }]}
      >
        <Input autoComplete="off" maxLength={100} placeholder={t('roles.namePlaceholder')} />
      </Form.Item>
      <Form.Item name="description" label={t('roles.description')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item name="dataScope" label={t('roles.dataScope')}>
        <Radio.Group
          className="role-scopes"
          options={dataScopes.map((value) => ({
            value,
            disabled: isPublished && value === 'outlets',
            label: (
              <span className="role-scope">
                {t(`roles.scopes.${value}`)}
                <small className="quiet">
                  {isPublished && value === 'outlets'
                    ? t('roles.publishedOutlets')
                    : t(`roles.scopeHints.${value}`)}
                </small>
              </span>
            ),
          }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['dataScope']}>
        {({ getFieldValue }) =>
          getFieldValue('dataScope') === 'outlets' && (
            <Form.Item
              name="outlets"
              label={t('roles.outlets')}
              extra={
                <>
                  {unseen.length > 0 && <div>{t('roles.outletsUnseen', { count: unseen.length })}</div>}
                  {offer.mayPublish && <div>{t('roles.publishOutlets')}</div>}
                </>
              }
              rules={[
                {
                  required: unseen.length === 0,
                  type: 'array',
                  min: unseen.length === 0 ? 1 : 0,
                  message: t('roles.outletsEmpty'),
                },
              ]}
            >
              <NamedSelect
                endpoint="POST /api/v1/auth/role/outlets"
                placeholder={t('roles.outletsPlaceholder')}
              />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item noStyle dependencies={['dataScope', 'codes']}>
        {({ getFieldValue }) => {
          const narrow = getFieldValue('dataScope') === 'outlets'
          return (
            <Form.Item
              name="codes"
              label={t('roles.tree')}
              extra={
                getFieldValue('dataScope') !== 'company' && <CompanyWideNote codes={getFieldValue('codes')} />
              }
              rules={[
                { required: true, type: 'array', min: 1, message: t('validation.rolePermissionsEmpty') },
              ]}
            >
              <PermissionTree
                offered={offer.offered}
                locked={(code) => {
                  if (!mayGive(code, false)) return t('roles.notHeld')
                  return narrow || mayGive(code, true) ? null : t('roles.notEverywhere')
                }}
              />
            </Form.Item>
          )
        }}
      </Form.Item>
    </FormDrawer>
  )
}

function initialOf({ how, role, offer }: Written, copyName: string): Values {
  if (role === null) return { name: '', description: '', codes: [], dataScope: 'company', outlets: [] }
  const mayGive = role.dataScope === 'outlets' ? offer.held : offer.heldEverywhere
  const copied = role.codes.filter((code) => offer.offered.includes(code) && mayGive.includes(code))
  return {
    name: how === 'copy' ? copyName.slice(0, 100) : role.name,
    description: role.description,
    // Users cannot give what they do not hold, not even by copying.
    codes: how === 'copy' ? copied : role.codes,
    dataScope: role.dataScope,
    outlets: role.outletList,
  }
}

/** Saves; a changed role is confirmed first, showing who gains and loses what. */
function useSave({ how, role }: Written): (values: Values) => Promise<void> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const unseen = how === 'edit' ? (role?.outletsUnseen ?? []) : []
  const create = useAct('POST /api/v1/auth/role', { refresh: afterChange, errors: 'caller' })
  const edit = useAct('PUT /api/v1/auth/role/:roleId', { refresh: afterChange, errors: 'caller' })
  return async ({ outlets, ...values }) => {
    const content = {
      ...values,
      outletIds: values.dataScope === 'outlets' ? [...outlets.map(({ id }) => id), ...unseen] : [],
    }
    if (how !== 'edit' || role === null) {
      await create.mutateAsync(content).catch((error: unknown) => {
        throw aboutName(error)
      })
      notify.success(t('roles.created'))
      return
    }
    const { codes, dataScope, outletIds } = content
    const preview = await api(
      'POST /api/v1/auth/role/preview',
      { roleId: role.role, codes, dataScope, outletIds },
      { errors: 'caller' },
    )
    const wanted = await confirm({
      title: t('roles.previewTitle', { name: role.name }),
      text: <PreviewText preview={preview} />,
      action: t('roles.previewApply'),
      danger: preview.losses.people > 0,
    })
    // The form stays unchanged.
    if (!wanted) throw new ApiError({ code: 'aborted', message: '' })
    await edit
      .mutateAsync({ roleId: role.role, version: role.version, ...content })
      .catch((error: unknown) => {
        throw aboutName(error)
      })
    notify.success(t('roles.changed'))
  }
}

/** A name conflict is shown on its field. */
function aboutName(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'role.name_taken') return error
  const { code, message, status, requestId } = error
  return new ApiError({ code, message, status, requestId, data: { fields: [{ field: 'name', message }] } })
}
