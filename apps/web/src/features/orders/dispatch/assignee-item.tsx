import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import { isShared, sharedEngineersRead, sharedValue } from './shared-engineer.ts'
import { useAssignees } from './use-assignees.ts'

interface Choice {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/**
 * To whom: engineers in the order of the rule, saying whether they fit, then other people; then engineers of other companies, where
 * the order may go to one.
 */
export function AssigneeItem(props: { orderId: string; open: boolean; shared: boolean }) {
  const { t } = useTranslation()
  const { orderId, open, shared } = props
  const { people, onSearch } = useAssignees({ orderId, enabled: open })
  const engineers = useApi('GET /api/v1/work/order/:orderId/engineers', { orderId }, { enabled: open }).data
  const others = useSharedChoices(orderId, open && shared)
  const toShared = isShared(Form.useWatch('to') as string | undefined)
  const fits = new Map(
    (engineers ?? []).map(({ personId, refusals, free }, rank) => [
      personId,
      {
        rank,
        text:
          refusals.length > 0
            ? refusals.map((why) => t(`fieldWork.refusals.${why}`)).join(', ')
            : `${t('fieldWork.fit')}, ${t(free ? 'fieldWork.free' : 'fieldWork.busy')}`,
      },
    ]),
  )
  const rankOf = (personId: string) => fits.get(personId)?.rank ?? Number.MAX_SAFE_INTEGER
  const own = people
    .toSorted((one, other) => rankOf(one.personId) - rankOf(other.personId))
    .map(({ personId, name, companyName, openOrders }): Choice => ({
      value: personId,
      label: [name, companyName, t('orders.openOrders', { count: openOrders }), fits.get(personId)?.text]
        .filter(Boolean)
        .join(' · '),
    }))
  return (
    <Form.Item
      name="to"
      label={t('orders.assignTo')}
      rules={[{ required: true, message: t('orders.assignEmpty') }]}
      {...(toShared && { extra: t('sharing.dispatchHint') })}
    >
      <Select<string, Choice | { label: string; options: Choice[] }>
        placeholder={t('common.pleaseSelect')}
        showSearch={{ filterOption: false, onSearch }}
        options={others.length === 0 ? own : [...own, { label: t('sharing.engineer'), options: others }]}
      />
    </Form.Item>
  )
}

/** Engineers whom redeemed keys show, with the company that they come from. */
function useSharedChoices(orderId: string, enabled: boolean): Choice[] {
  const { t } = useTranslation()
  const found = useApi(sharedEngineersRead, { orderId }, { enabled }).data ?? []
  return found.map((engineer) => ({
    value: sharedValue(engineer),
    disabled: !engineer.usable,
    label: [
      engineer.name,
      t('sharing.origin', { company: engineer.companyName }),
      engineer.openOrders !== null && t('orders.openOrders', { count: engineer.openOrders }),
      engineer.phone,
      engineer.usable ? t(engineer.fits ? 'fieldWork.fit' : 'sharing.noFit') : t('sharing.readOnly'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}
