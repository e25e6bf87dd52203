import { DeleteOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Checkbox, Form, Input, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'

const views = 'GET /api/v1/work/view'
const initialValues = { name: '', shared: false }
/** Of the address, not of the view. */
const notSaved = new Set(['page', 'pageSize'])

/** Saved filters of the list: the own ones, and those that others share. */
export function OrderViews() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const searchText = useLocation({ select: (location) => location.searchStr })
  const found = useApi(views, {}, { enabled: open }).data
  const save = useAct('POST /api/v1/work/view', { errors: 'caller', refresh: [views] })
  const remove = useAct('DELETE /api/v1/work/view/:viewId', { refresh: [views] })
  const submit = ({ name, shared }: typeof initialValues) => {
    const kept = Object.entries(parseSearch(searchText)).filter(([key]) => !notSaved.has(key))
    const filters = Object.fromEntries(
      kept.map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
    )
    return save.mutateAsync({ name, shared, filters })
  }
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        title={t('orders.views.button')}
        content={
          <div className="order-views">
            {found?.length === 0 && <p className="quiet">{t('orders.views.none')}</p>}
            <ul>
              {found?.map(({ id, name, mine, personName, filters }) => (
                <li key={id}>
                  <Button
                    type="link"
                    onClick={() => {
                      setOpen(false)
                      void navigate({ to: paths.orders, search: filters })
                    }}
                  >
                    {mine ? name : t('orders.views.sharedBy', { name, person: personName })}
                  </Button>
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('orders.views.delete', { name })}
                    onClick={() =>
                      void confirm({
                        title: t('orders.views.deleteTitle', { name }),
                        action: t('orders.views.deleteAct'),
                        act: () => remove.mutateAsync({ viewId: id }),
                      })
                    }
                  />
                </li>
              ))}
            </ul>
            <Button
              icon={<PlusOutlined />}
              onClick={() => {
                setOpen(false)
                setSaving(true)
              }}
            >
              {t('orders.views.save')}
            </Button>
          </div>
        }
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('orders.views.button')}
        </Button>
      </Popover>
      <FormDrawer<typeof initialValues>
        title={t('orders.views.saveTitle')}
        open={saving}
        onClose={() => setSaving(false)}
        initialValues={initialValues}
        onSubmit={submit}
      >
        <Form.Item
          name="name"
          label={t('orders.views.name')}
          extra={t('orders.views.hint')}
          rules={[{ required: true, whitespace: true, message: t('orders.views.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="shared" valuePropName="checked">
          <Checkbox>{t('orders.views.shared')}</Checkbox>
        </Form.Item>
      </FormDrawer>
    </>
  )
}
