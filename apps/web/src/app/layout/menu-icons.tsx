import {
  ApartmentOutlined,
  AuditOutlined,
  ClusterOutlined,
  ControlOutlined,
  FundOutlined,
  InboxOutlined,
  ProfileOutlined,
  HomeOutlined,
  IdcardOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MenuIcon } from '../route-table.ts'

export const menuIcons: Record<MenuIcon, ReactNode> = {
  workbench: <HomeOutlined />,
  equipment: <ApartmentOutlined />,
  gateway: <ClusterOutlined />,
  pool: <InboxOutlined />,
  register: <ProfileOutlined />,
  operations: <FundOutlined />,
  organisation: <TeamOutlined />,
  registration: <AuditOutlined />,
  permission: <SafetyCertificateOutlined />,
  roles: <IdcardOutlined />,
  members: <UsergroupAddOutlined />,
  settings: <SettingOutlined />,
  person: <UserOutlined />,
  general: <ControlOutlined />,
}
