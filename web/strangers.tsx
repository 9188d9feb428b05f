import type { ComponentType } from 'react'
import { retried, styled } from './kit/style'
import loginStyle from './pages/login.css'
import setupStyle from './pages/setup.css'
import signUpStyle from './pages/sign-up/sign-up.css'

const Login = retried(styled(() => import('./pages/login'), loginStyle))
const SignUp = retried(styled(() => import('./pages/sign-up/sign-up'), loginStyle, signUpStyle))
const ForgotPassword = retried(styled(() => import('./pages/forgot-password/forgot-password'), loginStyle, setupStyle))

/** Pages of whoever has not signed in. */
export const strangers: Record<string, ComponentType> = { '/login': Login, '/signup': SignUp, '/forgetpsw': ForgotPassword }
export const Setup = retried(styled(() => import('./pages/setup'), loginStyle, setupStyle))
