package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"

	authenticationv1 "k8s.io/api/authentication/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// mechanics plays what every release has.
func (c *cluster) mechanics() {
	step("the definition is installed and served", c.install)
	address, err := freeAddress()
	if err != nil {
		panic(err)
	}
	mgr, err := c.newManager(address)
	if err != nil {
		panic(err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(running) }()
	step("the operator leads", func() error { return c.leads(mgr, ended) })
	step("its cache lists by an index", func() error { return c.indexed(mgr) })
	step("typed applies of the deployment and of the status make a site ready", func() error {
		return c.isReady("shop", 2)
	})
	step("its event is of events.k8s.io", c.hasEvent)
	step("the scale of a site is written", c.scaled)
	step("its metrics want a token with rights", func() error { return c.protected("https://" + address + "/metrics") })
	step("a budget holds an eviction back", c.evicted)
	step("informers list by a watch where the server has it", c.watchesLists)
	step("the finalizer ends with the site", c.finalized)
}

func (c *cluster) install() error {
	_, err := envtest.InstallCRDs(c.config, envtest.CRDInstallOptions{
		CRDs: []*apiextensionsv1.CustomResourceDefinition{definition()},
	})
	if err != nil {
		return err
	}
	return c.client.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}})
}

func (c *cluster) leads(mgr manager.Manager, ended chan error) error {
	select {
	case <-mgr.Elected():
	case err := <-ended:
		return fmt.Errorf("it ended: %v", err)
	}
	lease := &coordinationv1.Lease{}
	return c.client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: leaseName}, lease)
}

func (c *cluster) indexed(mgr manager.Manager) error {
	for _, site := range []*Site{newSite("shop", "gold", 2), newSite("blog", "tin", 1)} {
		if err := c.client.Create(ctx, site); err != nil {
			return err
		}
	}
	return until(func() error {
		sites := &SiteList{}
		if err := mgr.GetClient().List(ctx, sites, client.MatchingFields{tierIndex: "gold"}); err != nil {
			return err
		}
		return onlyShop(sites)
	})
}

func onlyShop(sites *SiteList) error {
	if len(sites.Items) != 1 || sites.Items[0].Name != "shop" {
		return fmt.Errorf("the sites are %v", sites.Items)
	}
	return nil
}

func (c *cluster) isReady(name string, replicas int32) error {
	return until(func() error {
		site := &Site{}
		if err := c.client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, site); err != nil {
			return err
		}
		if site.Status.Ready != replicas {
			return fmt.Errorf("%d of %d are ready", site.Status.Ready, replicas)
		}
		return nil
	})
}

func (c *cluster) hasEvent() error {
	return until(func() error {
		list := &eventsv1.EventList{}
		if err := c.client.List(ctx, list, client.InNamespace(namespace)); err != nil {
			return err
		}
		for _, event := range list.Items {
			if event.Reason == "Adopted" && event.Action == "Adopt" && event.Regarding.Name == "shop" {
				return nil
			}
		}
		return fmt.Errorf("it is not among %d", len(list.Items))
	})
}

func (c *cluster) scaled() error {
	site := newSite("shop", "gold", 0)
	scale := &autoscalingv1.Scale{}
	if err := c.client.SubResource("scale").Get(ctx, site, scale); err != nil {
		return err
	}
	if scale.Status.Selector != "site=shop" {
		return fmt.Errorf("the selector is %q", scale.Status.Selector)
	}
	scale.Spec.Replicas = 3
	if err := c.client.SubResource("scale").Update(ctx, site, client.WithSubResourceBody(scale)); err != nil {
		return err
	}
	return c.isReady("shop", 3)
}

// protected asks for the metrics without a token, with one without rights, and with one that may.
func (c *cluster) protected(url string) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "reader"}}
	if err := c.client.Create(ctx, account); err != nil {
		return err
	}
	review := &authenticationv1.TokenRequest{}
	if err := c.client.SubResource("token").Create(ctx, account, review); err != nil {
		return err
	}
	if err := answers(url, "", http.StatusUnauthorized); err != nil {
		return err
	}
	if err := answers(url, review.Status.Token, http.StatusForbidden); err != nil {
		return err
	}
	role := &rbacv1.ClusterRole{
		ObjectMeta: metav1.ObjectMeta{Name: "metrics-reader"},
		Rules:      []rbacv1.PolicyRule{{NonResourceURLs: []string{"/metrics"}, Verbs: []string{"get"}}},
	}
	binding := &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "metrics-reader"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "metrics-reader"},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: namespace, Name: "reader"}},
	}
	for _, object := range []client.Object{role, binding} {
		if err := c.client.Create(ctx, object); err != nil {
			return err
		}
	}
	return until(func() error { return answers(url, review.Status.Token, http.StatusOK) })
}

func answers(url, token string, code int) error {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	// The server has a certificate that it made itself.
	own := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := own.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != code {
		return fmt.Errorf("the status is %d, not %d", response.StatusCode, code)
	}
	return nil
}

func (c *cluster) evicted() error {
	budget := newBudget("shop", nil)
	if err := c.client.Create(ctx, budget); err != nil {
		return err
	}
	if err := until(func() error {
		if err := c.client.Get(ctx, client.ObjectKeyFromObject(budget), budget); err != nil {
			return err
		}
		if budget.Status.CurrentHealthy != 3 {
			return fmt.Errorf("%d are healthy", budget.Status.CurrentHealthy)
		}
		return nil
	}); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := c.client.List(ctx, pods, client.InNamespace(namespace), client.MatchingLabels{"site": "shop"}); err != nil {
		return err
	}
	err := c.client.SubResource("eviction").Create(ctx, &pods.Items[0], &policyv1.Eviction{})
	if !apierrors.IsTooManyRequests(err) {
		return fmt.Errorf("it was not refused with 429: %v", err)
	}
	return nil
}

// watchesLists looks at what the informers asked: 1.32 and releases from 1.34 on answer a list as a watch; others
// refuse that, and the informers list as of old.
func (c *cluster) watchesLists() error {
	if !c.requests.has("sites", "sendInitialEvents=true") {
		return errors.New("no informer asked for a watch that lists")
	}
	isStreamed := c.release == "1.32" || c.release >= "1.34"
	if isListed := c.requests.has("sites", "limit=500"); isListed == isStreamed {
		return fmt.Errorf("whether informers listed as of old: %t", isListed)
	}
	return nil
}

func (c *cluster) finalized() error {
	site := newSite("blog", "tin", 1)
	if err := c.client.Delete(ctx, site); err != nil {
		return err
	}
	return until(func() error {
		if err := c.client.Get(ctx, client.ObjectKeyFromObject(site), site); !apierrors.IsNotFound(err) {
			return fmt.Errorf("it is still there: %v", err)
		}
		return nil
	})
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
