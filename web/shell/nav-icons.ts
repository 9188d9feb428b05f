/** What stands before the names of pages. */
export {
  Bell,
  Bot,
  ChartNoAxesColumn,
  CircleQuestionMark,
  FileSpreadsheet,
  FlaskConical,
  Layers,
  ListChecks,
  Plug,
  Settings,
  Smartphone,
  SquareKanban,
  Tag,
  Users,
  Zap,
} from 'lucide-react'
