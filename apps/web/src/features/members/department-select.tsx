import { Form, TreeSelect } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { treeOf, useDepartments } from './departments.ts'

/** Selects a department by its place in the tree or by its name; a form passes `value` and `onChange`. */
export function DepartmentSelect(props: {
  id?: string
  value?: string | undefined
  onChange?: (id: string) => void
  /** Excluded together with its descendants. */
  without?: string | undefined
  ariaLabel?: string
}) {
  const { t } = useTranslation()
  const departments = useDepartments()
  const tree = useMemo(() => treeOf(departments, props.without), [departments, props.without])
  return (
    <TreeSelect
      {...(props.id !== undefined && { id: props.id })}
      {...(props.ariaLabel !== undefined && { 'aria-label': props.ariaLabel })}
      className="department-select"
      {...(props.value !== undefined && { value: props.value })}
      treeData={tree}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t('account.departments.choose')}
      notFoundContent={t('account.departments.none')}
      onChange={(id: string) => props.onChange?.(id)}
    />
  )
}

export function DepartmentItem() {
  const { t } = useTranslation()
  return (
    <Form.Item name="departmentId" label={t('account.department')}>
      <DepartmentSelect />
    </Form.Item>
  )
}
