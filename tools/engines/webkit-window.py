#!/usr/bin/python3
# A window of WebKitGTK that WebDriver controls, with a profile that is kept: MiniBrowser's automated pages are private.
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

PROFILE = os.environ["WEBKIT_PROFILE"]
storage = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(PROFILE, "data"),
    base_cache_directory=os.path.join(PROFILE, "cache"),
)
context = WebKit2.WebContext(website_data_manager=storage)
context.set_automation_allowed(True)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def on_session(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("kube-informer-tests")
    application.set_version(1, 0, 0)
    session.set_application_info(application)
    session.connect("create-web-view", open_window)
    session.connect("create-web-view::window", open_window)


context.connect("automation-started", on_session)
Gtk.main()
